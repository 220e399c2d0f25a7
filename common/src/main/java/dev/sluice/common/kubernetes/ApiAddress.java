package dev.sluice.common.kubernetes;

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

    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    /**
     * Parses a URL such as {@code https://10.0.0.1:6443}, with certificate verification.
     *
     * @throws IllegalArgumentException if the text is not such a URL
     */
    public static ApiAddress of(String url) {
        URI uri = URI.create(url);
        boolean tls = "https".equalsIgnoreCase(uri.getScheme());
        String host = uri.getHost();
        if (host == null || (!tls && !"http".equalsIgnoreCase(uri.getScheme()))) {
            throw new IllegalArgumentException("neither http:// nor https:// with a host");
        }
        return new ApiAddress(
                tls,
                host.replaceFirst("^\\[(.*)]$", "$1"),
                uri.getPort() >= 0 ? uri.getPort() : tls ? HTTPS_PORT : HTTP_PORT,
                uri.getRawPath().replaceFirst("/+$", ""),
                Optional.empty(),
                true);
    }
}
