package dev.sluice.exporter.benchmark;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Accepts all OTLP pushes, and records their times and sizes. */
final class PushReceiver implements AutoCloseable {

    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    /**
     * A request.
     *
     * @param begunAt time at which the head of the request was received, from {@link System#nanoTime()}
     * @param answeredAt time at which the response was sent
     * @param bytes size of the body
     */
    record Request(long begunAt, long answeredAt, int bytes) {}

    PushReceiver() {
        server = vertx.createHttpServer()
                .requestHandler(this::take)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    int port() {
        return server.actualPort();
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    private void take(HttpServerRequest request) {
        long begunAt = System.nanoTime();
        request.body().onSuccess(body -> {
            request.response()
                    .putHeader("Content-Type", "application/x-protobuf")
                    .end();
            requests.add(new Request(begunAt, System.nanoTime(), body.length()));
        });
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
