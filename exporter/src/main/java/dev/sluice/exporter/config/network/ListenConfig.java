package dev.sluice.exporter.config.network;

import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import java.util.Optional;
import java.util.Set;

/** Where a server of ours listens, and to whom it answers; as a section, the one that serves metrics. */
@Section("Where `/metrics` is served, for Prometheus to scrape.")
public record ListenConfig(
        @Key(meaning = ListenConfig.HOST, byDefault = "0.0.0.0", word = "host name or address")
        String host,

        @Key(meaning = ListenConfig.PORT, byDefault = "9341", range = "0 to 65535")
        int port,

        @Key(meaning = "Serves HTTPS instead of HTTP.", absent = "plain HTTP")
        Optional<ServerTlsConfig> tls,

        @Key(meaning = "What clients have to know.", absent = "everybody who reaches the port is answered")
        Optional<ServerAuthConfig> auth) {

    /** What the key {@code host} of every server means. */
    public static final String HOST = "The address to bind to; `0.0.0.0` is every address.";

    /** What the key {@code port} of every server means. */
    public static final String PORT =
            "The port to listen on. 0 picks a free one and logs it. `prometheus` and `api` cannot share a port.";

    private static final Set<String> LOOPBACK = Set.of("localhost", "::1", "0:0:0:0:0:0:0:1");

    /** Plain HTTP, for everybody who can reach it. */
    public ListenConfig(String host, int port) {
        this(host, port, Optional.empty(), Optional.empty());
    }

    /** Whether what clients have to know crosses a network in the clear. */
    public boolean exposesCredentials() {
        return auth.isPresent() && tls.isEmpty() && !LOOPBACK.contains(host) && !host.startsWith("127.");
    }

    /** Whether only one of the two can listen at a time. */
    public boolean collidesWith(ListenConfig other) {
        boolean samePort = port != 0 && port == other.port;
        return samePort && (host.equals(other.host) || everyAddress() || other.everyAddress());
    }

    private boolean everyAddress() {
        return host.equals("0.0.0.0") || host.equals("::");
    }
}
