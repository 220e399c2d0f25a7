package dev.sluice.common.kubernetes;

import java.net.URI;
import java.util.Optional;

/**
 * The address of an API server.
 *
 * @param tls whether it speaks TLS
 * @param host name or address
 * @param port port
 * @param path prefix of the API's own paths; empty, or begins with a slash and ends without
 * @param serverName the name that its certificate must have, where that is not the host
 * @param verify whether its certificate is checked
 */
public record ApiAddress(boolean tls, String host, int port, String path, Optional<String> serverName, boolean verify) {

    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    /**
     * The address in a URL such as {@code https://10.0.0.1:6443}; its certificate is checked.
     *
     * @throws IllegalArgumentException where the text is no such URL
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
