package dev.sluice.exporter.slurm.http;

import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How one cluster's slurmrestd is reached.
 *
 * @param cluster cluster name, for the log
 * @param address where it listens
 * @param user for {@code X-SLURM-USER-NAME}; empty leaves it to the token
 * @param token gives the token of the moment, before every request
 * @param tls certificates for https
 * @param pinned the API version to use; empty to use the newest that both sides know
 * @param deadline for an answer other than jobs
 * @param jobsDeadline for the answer to jobs
 */
public record SlurmConnection(
        String cluster,
        Address address,
        String user,
        TokenReader token,
        ClientTls tls,
        Optional<SlurmApiVersion> pinned,
        Duration deadline,
        Duration jobsDeadline) {

    /** Where a slurmrestd listens. */
    public sealed interface Address {

        /** The address for people. */
        String shown();
    }

    /**
     * A TCP port.
     *
     * @param tls whether it speaks TLS
     * @param host name or address
     * @param port port
     * @param path what comes before slurmrestd's own paths; empty, or begins with a slash and ends without
     */
    public record Tcp(boolean tls, String host, int port, String path) implements Address {

        /** The host as in a URL. */
        String urlHost() {
            return host.contains(":") ? "[" + host + "]" : host;
        }

        @Override
        public String shown() {
            return urlHost() + ":" + port;
        }
    }

    /**
     * A unix domain socket.
     *
     * @param socket its file
     */
    public record UnixSocket(Path socket) implements Address {

        @Override
        public String shown() {
            return "unix://" + socket;
        }
    }
}
