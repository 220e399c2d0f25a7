package dev.sluice.common.net;

import dev.sluice.common.tls.ClientTls;

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

    /** Returns the server's URL with a path appended. */
    public String url(String behind) {
        String name = host.contains(":") ? "[" + host + "]" : host;
        return (tls ? "https://" : "http://") + name + ":" + port + path + behind;
    }
}
