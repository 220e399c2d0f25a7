package dev.sluice.exporter.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a client of a server of ours has to know; one of the two is enough. The files are read again while it runs.
 *
 * @param bearerTokenFile the tokens that are accepted, one on each line
 * @param basic the name and password that are accepted
 */
public record ServerAuthConfig(Optional<Path> bearerTokenFile, Optional<Basic> basic) {

    /**
     * Basic authentication.
     *
     * @param user the name
     * @param passwordFile the passwords that are accepted for it, one on each line
     */
    public record Basic(String user, Path passwordFile) {}
}
