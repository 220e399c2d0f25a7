package dev.sluice.exporter.kubernetes;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * Where an API server is, and whom to trust to be it.
 *
 * @param tls whether it speaks TLS
 * @param host name or address
 * @param port port
 * @param path what comes before the API's own paths; empty, or begins with a slash and ends without
 * @param authorities PEM text of the authorities that may vouch for it; empty for the JVM's own list
 * @param serverName the name that its certificate must have, where that is not the host
 * @param verify whether its certificate is looked at
 */
record ApiAddress(
        boolean tls,
        String host,
        int port,
        String path,
        Optional<String> authorities,
        Optional<String> serverName,
        boolean verify) {

    /**
     * The address in a URL such as {@code https://10.0.0.1:6443}.
     *
     * @throws AccessException where it is none
     */
    static ApiAddress of(String url, Optional<String> authorities, Optional<String> serverName, boolean verify)
            throws AccessException {
        URI uri = uri(url);
        boolean tls = "https".equalsIgnoreCase(uri.getScheme());
        String host = uri.getHost();
        if (host == null || (!tls && !"http".equalsIgnoreCase(uri.getScheme()))) {
            throw new AccessException("the server's URL must be http:// or https:// with a host");
        }
        int port = uri.getPort() >= 0 ? uri.getPort() : tls ? 443 : 80;
        String path = uri.getPath() == null ? "" : uri.getPath();
        return new ApiAddress(
                tls,
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                port,
                path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
                authorities,
                serverName,
                verify);
    }

    private static URI uri(String url) throws AccessException {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw new AccessException("the server's URL makes no sense");
        }
    }
}
