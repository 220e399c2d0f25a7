package dev.sluice.exporter.access;

import java.util.Optional;
import java.util.Set;

/** The address and access rules of a Sluice server. */
public record ListenConfig(String host, int port, Optional<ServerTlsConfig> tls, Optional<ServerAuthConfig> auth) {

    /** The meaning of every server's {@code host} key. */
    public static final String HOST = "Address to listen on.";

    /** The meaning of every server's {@code port} key. */
    public static final String PORT = "Port. 0 chooses a free port and logs the port.";

    private static final Set<String> LOOPBACK = Set.of("localhost", "::1", "0:0:0:0:0:0:0:1");

    /** Creates a plain HTTP server without access rules. */
    public ListenConfig(String host, int port) {
        this(host, port, Optional.empty(), Optional.empty());
    }

    /** Returns true if credentials cross a network unencrypted. */
    public boolean exposesCredentials() {
        return auth.isPresent() && tls.isEmpty() && !LOOPBACK.contains(host) && !host.startsWith("127.");
    }

    /** Returns true if the two servers cannot listen at the same time. */
    public boolean collidesWith(ListenConfig other) {
        boolean samePort = port != 0 && port == other.port;
        return samePort && (host.equals(other.host) || everyAddress() || other.everyAddress());
    }

    private boolean everyAddress() {
        return host.equals("0.0.0.0") || host.equals("::");
    }
}
