package dev.sluice.exporter.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How a TLS connection is checked, and how we identify ourselves in it. All files are PEM.
 *
 * @param caFile certificate authorities to trust in place of those that Java trusts
 * @param certFile our certificate, for mutual TLS; only together with the key
 * @param keyFile the private key of our certificate
 * @param verifyHost whether the server's certificate must be for the host in the URL
 */
public record TlsConfig(Optional<Path> caFile, Optional<Path> certFile, Optional<Path> keyFile, boolean verifyHost) {

    /** What holds unless the file says otherwise. */
    public static final TlsConfig DEFAULTS = new TlsConfig(Optional.empty(), Optional.empty(), Optional.empty(), true);
}
