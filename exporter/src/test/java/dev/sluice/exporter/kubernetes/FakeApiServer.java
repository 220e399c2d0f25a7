package dev.sluice.exporter.kubernetes;

import static java.util.stream.Collectors.joining;

import dev.sluice.fixtures.HttpHead;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Replays captured responses on a free port of 127.0.0.1. Each path has a script with one step per request; the last
 * step is repeated. A path without a script does not exist on this API server.
 */
final class FakeApiServer {

    private static final String WATCH = "watch ";

    private final HttpServer server;
    private final Map<String, Deque<Step>> scripts = new ConcurrentHashMap<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();

    /** The kind of response to one request. */
    interface Step {
        void answer(HttpServerRequest request);
    }

    /** A received request. */
    record Received(String uri, String authorization, String host) {

        String path() {
            return uri.split("\\?", 2)[0];
        }

        boolean watches() {
            return uri.contains("watch=1");
        }
    }

    FakeApiServer(Vertx vertx) throws Exception {
        this.server = vertx.createHttpServer()
                .requestHandler(this::answer)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }

    int port() {
        return server.actualPort();
    }

    FakeApiServer onGet(String path, Step... steps) {
        scripts.put(path, new ArrayDeque<>(List.of(steps)));
        return this;
    }

    FakeApiServer onWatch(String path, Step... steps) {
        return onGet(WATCH + path, steps);
    }

    List<Received> received() {
        return List.copyOf(received);
    }

    List<Received> watches(String path) {
        return received.stream()
                .filter(request -> request.watches() && request.path().equals(path))
                .toList();
    }

    /** Returns the start versions of the path's watches. */
    List<String> watchedVersions(String path) {
        return watches(path).stream()
                .map(request -> request.uri().replaceFirst(".*resourceVersion=([0-9]+).*", "$1"))
                .toList();
    }

    List<Received> lists(String path) {
        return received.stream()
                .filter(request -> !request.watches() && request.path().equals(path))
                .toList();
    }

    private void answer(HttpServerRequest request) {
        String authorization = request.getHeader("Authorization");
        received.add(new Received(
                request.uri(), authorization == null ? "" : authorization, String.valueOf(request.authority())));
        boolean watch = request.uri().contains("watch=1");
        Deque<Step> script = scripts.getOrDefault((watch ? WATCH : "") + request.path(), new ArrayDeque<>());
        if (script.isEmpty()) {
            (watch ? stream("") : captured("errors/404-no-such-group.json")).answer(request);
            return;
        }
        Step step = script.size() > 1 ? script.remove() : script.element();
        step.answer(request);
    }

    /** Sends an unchanged captured response. */
    static Step captured(String path) {
        HttpHead head = CapturedApi.CAPTURE.head(path);
        byte[] body = CapturedApi.CAPTURE.bytes(path);
        return request -> {
            HttpServerResponse response = request.response().setStatusCode(head.status());
            head.headers().forEach((name, value) -> {
                if (!name.equalsIgnoreCase("Content-Length") && !name.equalsIgnoreCase("Transfer-Encoding")) {
                    response.putHeader(name, value);
                }
            });
            response.end(Buffer.buffer(body));
        };
    }

    /** Sends a list of API groups with the given groups and versions. */
    static Step groups(String... groupVersions) {
        return json(Stream.of(groupVersions)
                .map(version -> "{\"name\":\"" + version.split("/", 2)[0] + "\",\"versions\":[{\"groupVersion\":\""
                        + version + "\",\"version\":\"" + version.split("/", 2)[1] + "\"}]}")
                .collect(joining(",", "{\"kind\":\"APIGroupList\",\"apiVersion\":\"v1\",\"groups\":[", "]}")));
    }

    static Step json(String body) {
        return request ->
                request.response().putHeader("Content-Type", "application/json").end(body);
    }

    /** Sends the given HTTP status with a Status object. */
    static Step refusal(int status, Map<String, String> headers) {
        return request -> {
            HttpServerResponse response = request.response().setStatusCode(status);
            headers.forEach(response::putHeader);
            response.putHeader("Content-Type", "application/json")
                    .end("{\"kind\":\"Status\",\"message\":\"so it is\",\"code\":" + status + "}");
        };
    }

    /** Sends the events of a watch, and then keeps the watch open. */
    static Step stream(String events) {
        return request -> begun(request).write(events);
    }

    /** Sends a watch that the server ends. */
    static Step ended(String events) {
        return request -> begun(request).end(events);
    }

    /** Sends a watch without a last chunk, as if the server had been killed during the watch. */
    static Step killed(String events) {
        return request -> begun(request)
                .write(events)
                .onComplete(unused -> request.connection().close());
    }

    private static HttpServerResponse begun(HttpServerRequest request) {
        HttpServerResponse response = request.response().setChunked(true).putHeader("Content-Type", "application/json");
        response.writeHead();
        return response;
    }

    void close() throws Exception {
        server.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
