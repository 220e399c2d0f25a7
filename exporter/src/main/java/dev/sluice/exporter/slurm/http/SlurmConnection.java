package dev.sluice.exporter.slurm.http;

import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The connection settings of one cluster's slurmrestd.
 *
 * @param cluster cluster name, for the log
 * @param address address of slurmrestd
 * @param user value of {@code X-SLURM-USER-NAME}; if this value is empty, the token determines the user
 * @param token provides the current token before every request
 * @param tls certificates for https
 * @param pinned API version to use; empty to use the newest version that both sides support
 * @param deadline deadline of each response except the job list
 */
public record SlurmConnection(
        String cluster,
        Address address,
        String user,
        TokenReader token,
        ClientTls tls,
        Optional<SlurmApiVersion> pinned,
        Duration deadline) {

    /** The address of a slurmrestd. */
    public sealed interface Address {

        /** Returns the address for messages. */
        String shown();
    }

    /**
     * A TCP port.
     *
     * @param tls whether the port uses TLS
     * @param host host name or address
     * @param port port
     * @param path prefix of slurmrestd's own paths; empty, or begins with a slash and does not end with a slash
     */
    public record Tcp(boolean tls, String host, int port, String path) implements Address {

        /** Returns the host in the form that a URL contains. */
        String urlHost() {
            return host.contains(":") ? "[" + host + "]" : host;
        }

        @Override
        public String shown() {
            return urlHost() + ":" + port;
        }
    }

    /**
     * A Unix domain socket.
     *
     * @param socket socket file
     */
    public record UnixSocket(Path socket) implements Address {

        @Override
        public String shown() {
            return "unix://" + socket;
        }
    }
}
