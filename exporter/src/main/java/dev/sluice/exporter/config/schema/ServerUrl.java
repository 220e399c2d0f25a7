package dev.sluice.exporter.config.schema;

import java.nio.file.Path;

/**
 * The address of a server to which the exporter sends requests. The text form of the address is valid in the
 * configuration file and never contains credentials.
 */
public sealed interface ServerUrl permits HttpUrl, ServerUrl.UnixSocket {

    /** Returns true for a TLS connection. */
    default boolean encrypted() {
        return this instanceof HttpUrl http && http.tls();
    }

    /** Returns the address for messages, without scheme and path of a URL. */
    String shown();

    /**
     * A unix domain socket.
     *
     * @param socket absolute path
     */
    record UnixSocket(Path socket) implements ServerUrl {

        @Override
        public String shown() {
            return toString();
        }

        @Override
        public String toString() {
            return "unix://" + socket;
        }
    }
}
