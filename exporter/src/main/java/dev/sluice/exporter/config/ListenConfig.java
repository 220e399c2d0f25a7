package dev.sluice.exporter.config;

/**
 * Where a server of ours listens.
 *
 * @param host address or host name to bind to; {@code 0.0.0.0} is every address
 * @param port 0 picks a free one
 */
public record ListenConfig(String host, int port) {

    /** Where metrics are served unless the file says otherwise. */
    public static final ListenConfig PROMETHEUS_DEFAULTS = new ListenConfig("0.0.0.0", 9341);

    /** Where the API is served unless the file says otherwise. */
    public static final ListenConfig API_DEFAULTS = new ListenConfig("0.0.0.0", 8080);

    /** Whether only one of the two can listen at a time. */
    boolean collidesWith(ListenConfig other) {
        boolean samePort = port != 0 && port == other.port;
        return samePort && (host.equals(other.host) || everyAddress() || other.everyAddress());
    }

    private boolean everyAddress() {
        return host.equals("0.0.0.0") || host.equals("::");
    }
}
