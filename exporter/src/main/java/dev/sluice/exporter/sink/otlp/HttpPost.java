package dev.sluice.exporter.sink.otlp;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.net.SmallRequests;
import dev.sluice.common.tls.ClientTlsFiles;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.client.HttpResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Sends POST requests to one receiver. Blocks the calling thread, never an event loop. */
final class HttpPost {

    private final OtlpSettings.Server server;
    private final Duration timeout;
    private final Vertx vertx;
    private final Context context;
    private final SmallRequests requests;
    private final BlockingCall<InetAddress> lookup;
    private final ClientTlsFiles tlsFiles;

    HttpPost(Vertx vertx, OtlpSettings.Server server, Duration timeout) {
        this.server = server;
        this.timeout = timeout;
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.requests = SmallRequests.onKeptConnections(vertx, new HttpClientOptions());
        this.lookup = BlockingCall.resolving(server.host());
        this.tlsFiles = new ClientTlsFiles(server.files(), BlockingCall.DEADLINE);
    }

    /**
     * Sends one request.
     *
     * @param path request path, including the receiver's base path
     * @throws IOException if the response is missing or incomplete
     * @throws TimeoutException if the response is late
     */
    HttpResponse<Buffer> send(String path, Map<String, String> headers, byte[] body)
            throws IOException, TimeoutException, InterruptedException {
        Promise<HttpResponse<Buffer>> response = Promise.promise();
        context.runOnContext(unused -> requests.send(timeout, request(path, headers), Buffer.buffer(body))
                .onComplete(response));
        try {
            return response.future().toCompletionStage().toCompletableFuture().get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof TimeoutException late) {
                throw late;
            }
            throw new IOException(
                    Objects.requireNonNullElse(
                            cause.getMessage(), cause.getClass().getSimpleName()),
                    cause);
        }
    }

    Future<Void> close() {
        return requests.close();
    }

    private Future<RequestOptions> request(String path, Map<String, String> headers) {
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost(server.host())
                .setPort(server.port())
                .setURI(path)
                .setSsl(server.tls())
                .setConnectTimeout(timeout.toMillis());
        headers.forEach(request::putHeader);
        return (server.tls() ? withTls(request) : Future.succeededFuture(request))
                .compose(unused -> lookup.result(vertx))
                .map(address -> request.setServer(
                        SocketAddress.inetSocketAddress(new InetSocketAddress(address, server.port()))));
    }

    /** Applies the current PEM files. */
    private Future<RequestOptions> withTls(RequestOptions request) {
        return tlsFiles.read(vertx)
                .map(contents ->
                        request.setSslOptions(contents.options(server.files().verifyHost())));
    }
}
