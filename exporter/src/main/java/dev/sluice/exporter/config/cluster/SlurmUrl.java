package dev.sluice.exporter.config.cluster;

import java.nio.file.Path;

/**
 * The address of slurmrestd. The text form of the address is valid in the configuration file and never contains
 * credentials.
 */
public sealed interface SlurmUrl {

    /** Returns true for a TLS connection. */
    default boolean encrypted() {
        return this instanceof Tcp tcp && tcp.tls();
    }

    /**
     * A TCP port, with or without TLS.
     *
     * @param tls true for https
     * @param host name or address; IPv6 without brackets
     * @param port 1 to 65535
     * @param path prefix of Slurm's paths: empty, or begins with a slash and does not end with a slash
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
