package dev.sluice.exporter.sink.otlp;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.net.RemoteServer;
import dev.sluice.common.net.RequestPreparation;
import dev.sluice.common.net.SmallRequests;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.ext.web.client.HttpResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Sends POST requests to one receiver. Blocks the calling thread, never an event loop. */
final class HttpPost {

    private final Duration timeout;
    private final Context context;
    private final SmallRequests requests;
    private final RequestPreparation preparation;

    HttpPost(Vertx vertx, RemoteServer server, Duration timeout) {
        this.timeout = timeout;
        this.context = vertx.getOrCreateContext();
        this.requests = SmallRequests.onKeptConnections(vertx);
        this.preparation = new RequestPreparation(vertx, server, BlockingCall.DEADLINE);
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
        RequestOptions request = new RequestOptions().setMethod(HttpMethod.POST).setURI(path);
        headers.forEach(request::putHeader);
        return preparation.prepare(request, timeout);
    }
}
