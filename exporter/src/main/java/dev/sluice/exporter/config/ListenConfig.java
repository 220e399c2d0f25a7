package dev.sluice.exporter.config;

import java.util.Optional;
import java.util.Set;

/**
 * Where a server of ours listens, and to whom it answers.
 *
 * @param host address or host name to bind to; {@code 0.0.0.0} is every address
 * @param port 0 picks a free one
 * @param tls with which certificate; empty for plain HTTP
 * @param auth what clients have to know; empty where nothing
 */
public record ListenConfig(String host, int port, Optional<ServerTlsConfig> tls, Optional<ServerAuthConfig> auth) {

    private static final Set<String> LOOPBACK = Set.of("localhost", "::1", "0:0:0:0:0:0:0:1");

    /** Where metrics are served unless the file says otherwise. */
    public static final ListenConfig PROMETHEUS_DEFAULTS = new ListenConfig("0.0.0.0", 9341);

    /** Where the API is served unless the file says otherwise. */
    public static final ListenConfig API_DEFAULTS = new ListenConfig("0.0.0.0", 8080);

    /** Plain HTTP, for everybody who can reach it. */
    public ListenConfig(String host, int port) {
        this(host, port, Optional.empty(), Optional.empty());
    }

    /** Whether what clients have to know crosses a network in the clear. */
    boolean exposesCredentials() {
        return auth.isPresent() && tls.isEmpty() && !LOOPBACK.contains(host) && !host.startsWith("127.");
    }

    /** Whether only one of the two can listen at a time. */
    boolean collidesWith(ListenConfig other) {
        boolean samePort = port != 0 && port == other.port;
        return samePort && (host.equals(other.host) || everyAddress() || other.everyAddress());
    }

    private boolean everyAddress() {
        return host.equals("0.0.0.0") || host.equals("::");
    }
}
