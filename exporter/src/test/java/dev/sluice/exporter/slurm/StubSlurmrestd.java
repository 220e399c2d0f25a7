package dev.sluice.exporter.slurm;

import dev.sluice.fixtures.Capture;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A fake slurmrestd. Sends the responses that the test sets, and status 404 for all other paths. Records the received
 * requests.
 */
public final class StubSlurmrestd implements AutoCloseable {

    private final HttpServer server;
    private final Map<String, Handler<HttpServerRequest>> answers = new ConcurrentHashMap<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger openConnections = new AtomicInteger();

    private StubSlurmrestd(Vertx vertx, HttpServerOptions options, SocketAddress address) {
        this.server = vertx.createHttpServer(options)
                .connectionHandler(connection -> {
                    connections.incrementAndGet();
                    openConnections.incrementAndGet();
                    connection.closeHandler(unused -> openConnections.decrementAndGet());
                })
                .requestHandler(this::handle);
        Waiting.forResult(server.listen(address));
    }

    /** A received request. */
    public record Asked(String method, String path, Optional<String> query, Map<String, String> headers) {}

    public static StubSlurmrestd start(Vertx vertx) {
        return start(vertx, new HttpServerOptions());
    }

    public static StubSlurmrestd start(Vertx vertx, HttpServerOptions options) {
        return new StubSlurmrestd(vertx, options, SocketAddress.inetSocketAddress(0, "127.0.0.1"));
    }

    /** Starts a server on the given port. */
    public static StubSlurmrestd startAt(Vertx vertx, int port) {
        return new StubSlurmrestd(vertx, new HttpServerOptions(), SocketAddress.inetSocketAddress(port, "127.0.0.1"));
    }

    public static StubSlurmrestd startOn(Vertx vertx, Path socket) {
        return new StubSlurmrestd(vertx, new HttpServerOptions(), SocketAddress.domainSocketAddress(socket.toString()));
    }

    public int port() {
        return server.actualPort();
    }

    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    public List<Asked> askedFor(String path) {
        return asked.stream().filter(request -> request.path().equals(path)).toList();
    }

    public int connections() {
        return connections.get();
    }

    public int openConnections() {
        return openConnections.get();
    }

    public StubSlurmrestd answer(String path, Handler<HttpServerRequest> answer) {
        answers.put(path, answer);
        return this;
    }

    public StubSlurmrestd answerJson(String path, String body) {
        return answerJson(path, 200, body);
    }

    public StubSlurmrestd answerJson(String path, int status, String body) {
        return answerJson(path, status, Buffer.buffer(body));
    }

    public StubSlurmrestd answerJson(String path, Buffer body) {
        return answerJson(path, 200, body);
    }

    public StubSlurmrestd answerJson(String path, int status, Buffer body) {
        return answer(
                path,
                request -> request.response()
                        .setStatusCode(status)
                        .putHeader("Content-Type", "application/json")
                        .end(body));
    }

    public StubSlurmrestd answerStatus(String path, int status) {
        return answer(path, request -> request.response().setStatusCode(status).end());
    }

    /** Sends all captured responses of a cluster in one API version. */
    public StubSlurmrestd answerCaptured(String release, String version) {
        return answerCaptured(release, version, "");
    }

    /** Sends all captured responses below a base path. */
    public StubSlurmrestd answerCaptured(String release, String version, String base) {
        Capture capture = Capture.of(release);
        String from = "rest/" + version + "/slurm/";
        String to = base + "/slurm/" + version + "/";
        answerJson(base + "/openapi/v3", Buffer.buffer(capture.bytes("openapi-v3.json")));
        answerJson(to + "nodes/", Buffer.buffer(capture.bytes(from + "nodes.json")));
        answerJson(to + "partitions/", Buffer.buffer(capture.bytes(from + "partitions.json")));
        answerJson(to + "jobs/", Buffer.buffer(capture.bytes(from + "jobs-flags-all.json")));
        if (version.equals("v0.0.45")) {
            // The exporter reads jobs in v0.0.44, which slurmrestd 26.05 also offers.
            Buffer jobs = Buffer.buffer(capture.bytes("rest/v0.0.44/slurm/jobs-flags-all.json"));
            answerJson(base + "/slurm/v0.0.44/jobs/", jobs);
        }
        return answerJson(to + "ping/", Buffer.buffer(capture.bytes(from + "ping.json")));
    }

    private void handle(HttpServerRequest request) {
        Map<String, String> headers = new ConcurrentHashMap<>();
        request.headers().forEach(header -> headers.put(header.getKey(), header.getValue()));
        asked.add(new Asked(
                request.method().name(), request.path(), Optional.ofNullable(request.query()), Map.copyOf(headers)));
        answers.getOrDefault(
                        request.path(),
                        unknown -> unknown.response().setStatusCode(404).end("Unable to find requested URL"))
                .handle(request);
    }

    @Override
    public void close() {
        Waiting.forResult(server.close());
    }
}
