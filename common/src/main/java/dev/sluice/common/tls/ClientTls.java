package dev.sluice.common.tls;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The TLS settings of a client. All files are PEM.
 *
 * @param caFile trusted authorities; if empty, Java's authorities are trusted
 * @param certFile client certificate
 * @param keyFile private key of the client certificate
 * @param verifyHost true to check that the server's certificate matches the host of the URL
 */
public record ClientTls(Optional<Path> caFile, Optional<Path> certFile, Optional<Path> keyFile, boolean verifyHost) {

    /** Java's authorities, and no client certificate. */
    public static final ClientTls DEFAULTS = new ClientTls(Optional.empty(), Optional.empty(), Optional.empty(), true);
}
