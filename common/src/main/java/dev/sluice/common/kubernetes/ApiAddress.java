package dev.sluice.common.kubernetes;

import dev.sluice.common.net.RemoteServer;
import dev.sluice.common.tls.ClientTls;
import java.net.URI;
import java.util.Optional;

/**
 * The address of an API server.
 *
 * @param tls true for TLS
 * @param host host name or IP address
 * @param port TCP port
 * @param path prefix of the API's paths; empty, or a path with a leading slash and without a trailing slash
 * @param serverName name in the server's certificate, if different from the host
 * @param verify true to verify the server's certificate
 */
public record ApiAddress(boolean tls, String host, int port, String path, Optional<String> serverName, boolean verify) {

    /**
     * Parses a URL such as {@code https://10.0.0.1:6443}, with certificate verification.
     *
     * @throws IllegalArgumentException if the text is not such a URL
     */
    public static ApiAddress of(String url) {
        URI uri = URI.create(url);
        if (uri.getHost() == null
                || !("https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme()))) {
            throw new IllegalArgumentException("neither http:// nor https:// with a host");
        }
        RemoteServer server = RemoteServer.of(uri, ClientTls.DEFAULTS);
        return new ApiAddress(server.tls(), server.host(), server.port(), server.path(), Optional.empty(), true);
    }
}
