package dev.sluice.exporter.config.cluster;

import java.nio.file.Path;

/** Where slurmrestd listens. The text form is what may stand in the file; it never holds credentials. */
public sealed interface SlurmUrl {

    /** Whether it is reached by TLS. */
    default boolean encrypted() {
        return this instanceof Tcp tcp && tcp.tls();
    }

    /**
     * A TCP port, with or without TLS.
     *
     * @param tls whether the scheme is https
     * @param host name or address; an IPv6 address stands here without brackets
     * @param port 1 to 65535
     * @param path what comes before Slurm's own paths: empty, or begins with a slash and does not end with one
     */
    record Tcp(boolean tls, String host, int port, String path) implements SlurmUrl {

        @Override
        public String toString() {
            String bracketed = host.contains(":") ? "[" + host + "]" : host;
            return (tls ? "https" : "http") + "://" + bracketed + ":" + port + path;
        }
    }

    /**
     * A unix domain socket.
     *
     * @param socket absolute path
     */
    record UnixSocket(Path socket) implements SlurmUrl {

        @Override
        public String toString() {
            return "unix://" + socket;
        }
    }
}
