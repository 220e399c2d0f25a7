package dev.sluice.exporter.slurm;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How one cluster's slurmrestd is reached.
 *
 * @param url {@code http://host:port}, {@code https://host:port} or {@code unix:///path}; an HTTP path is put before
 *     slurmrestd's own
 * @param user for {@code X-SLURM-USER-NAME}; empty leaves it to the token
 * @param token gives the token of the moment, before every request
 * @param tls certificates for https
 * @param pinned the API version to use; empty to use the newest that both sides know
 * @param deadline for an answer other than jobs
 * @param jobsDeadline for the answer to jobs
 */
public record SlurmConnection(
        URI url,
        String user,
        TokenReader token,
        Tls tls,
        Optional<SlurmApiVersion> pinned,
        Duration deadline,
        Duration jobsDeadline) {

    /**
     * PEM files for https.
     *
     * @param caFile whom to trust; empty for the JVM's own list
     * @param certFile our certificate, for mutual TLS
     * @param keyFile our key, for mutual TLS
     * @param verifyHost whether the server's certificate must be for the host of the URL
     */
    public record Tls(Optional<Path> caFile, Optional<Path> certFile, Optional<Path> keyFile, boolean verifyHost) {

        public static final Tls DEFAULT = new Tls(Optional.empty(), Optional.empty(), Optional.empty(), true);
    }
}
