package dev.sluice.common.net;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.tls.ClientTlsFiles;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Prepares each request to one server: resolves the host name, and reads the PEM files, because either may have
 * changed since the last request.
 */
public final class RequestPreparation {

    private final Vertx vertx;
    private final RemoteServer server;
    private final BlockingCall<InetAddress> lookup;
    private final ClientTlsFiles files;

    /** @param deadline maximum time for resolving the host name, and for reading a file */
    public RequestPreparation(Vertx vertx, RemoteServer server, Duration deadline) {
        this.vertx = vertx;
        this.server = server;
        this.lookup = BlockingCall.resolving(server.host(), deadline);
        this.files = new ClientTlsFiles(server.files(), deadline);
    }

    /**
     * Adds the server's address and the TLS options to a request. Fails with {@link ClientTlsFiles.Unreadable} if a file
     * cannot be read, or with the failure of the name resolution.
     */
    public Future<RequestOptions> prepare(RequestOptions request, Duration connectTimeout) {
        request.setHost(server.host())
                .setPort(server.port())
                .setSsl(server.tls())
                .setConnectTimeout(connectTimeout.toMillis());
        return (server.tls() ? withTls(request) : Future.succeededFuture(request))
                .compose(unused -> address())
                .map(request::setServer);
    }

    /** Returns the server's current address. */
    public Future<SocketAddress> address() {
        return lookup.result(vertx)
                .map(address -> SocketAddress.inetSocketAddress(new InetSocketAddress(address, server.port())));
    }

    private Future<RequestOptions> withTls(RequestOptions request) {
        return files.read(vertx)
                .map(contents ->
                        request.setSslOptions(contents.options(server.files().verifyHost())));
    }
}
