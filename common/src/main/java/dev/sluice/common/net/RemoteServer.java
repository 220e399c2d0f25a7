package dev.sluice.common.net;

import dev.sluice.common.tls.ClientTls;
import java.net.URI;

/**
 * An HTTP server to which Sluice sends requests.
 *
 * @param tls true for https
 * @param host name or address, without brackets; also for the Host header, SNI and the certificate check
 * @param port TCP port
 * @param path base path without a trailing slash
 * @param files TLS files, only for https
 */
public record RemoteServer(boolean tls, String host, int port, String path, ClientTls files) {

    /** Returns the server of an http or https URL with a host. */
    public static RemoteServer of(URI url, ClientTls files) {
        boolean tls = "https".equalsIgnoreCase(url.getScheme());
        return new RemoteServer(
                tls,
                // URI keeps the brackets of an IPv6 address.
                url.getHost().replaceFirst("^\\[(.*)]$", "$1"),
                url.getPort() >= 0 ? url.getPort() : tls ? 443 : 80,
                url.getRawPath().replaceFirst("/+$", ""),
                files);
    }

    /** Returns the server's URL with a path appended. */
    public String url(String behind) {
        String name = host.contains(":") ? "[" + host + "]" : host;
        return (tls ? "https://" : "http://") + name + ":" + port + path + behind;
    }
}
