package dev.sluice.exporter.api;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves health, status and the page for people over HTTP. */
public final class ApiServer {

    private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);
    private static final int IDLE_SECONDS = 60;

    private final HttpServer server;
    private final Map<String, Supplier<Answer>> resources = new LinkedHashMap<>();

    /**
     * @param host address or name to listen on; {@code 0.0.0.0} for all
     * @param port port to listen on; 0 for a free one
     * @param status the present status; called on the event loop for each request
     */
    public ApiServer(Vertx vertx, String host, int port, Clock clock, Supplier<ExporterStatus> status) {
        server = vertx.createHttpServer(new HttpServerOptions()
                .setHost(host)
                .setPort(port)
                .setHttp2ClearTextEnabled(false)
                .setIdleTimeout(IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS));
        Answer page = StatusPage.load();
        resources.put("/", () -> page);
        resources.put("/livez", () -> Answer.text(200, "ok"));
        resources.put("/readyz", () -> {
            var now = status.get();
            return Answer.text(now.ready() ? 200 : 503, Readiness.explain(now, clock.instant()));
        });
        resources.put("/api/v1/status", () -> Answer.json(200, StatusJson.encode(status.get(), clock.instant())));
    }

    /** Binds and starts to serve; gives the port in use. Fails if the host is unknown or the port is taken. */
    public Future<Integer> start() {
        return server.requestHandler(this::handle).listen().map(HttpServer::actualPort);
    }

    public Future<Void> close() {
        return server.close();
    }

    private void handle(HttpServerRequest request) {
        Answer answer;
        try {
            answer = answer(request);
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).addKeyValue("path", request.path()).log("cannot answer a request");
            answer = Answer.error(500, "internal error, the exporter's log says more");
        }
        send(request, answer);
    }

    private Answer answer(HttpServerRequest request) {
        var resource = Optional.ofNullable(request.path()).map(resources::get);
        if (resource.isEmpty()) {
            return Answer.error(404, "not found; known paths: " + String.join(", ", resources.keySet()));
        } else if (isHead(request) || request.method().equals(HttpMethod.GET)) {
            return resource.get().get();
        }
        request.response().putHeader("Allow", "GET, HEAD");
        return Answer.error(405, "method not allowed; use GET or HEAD");
    }

    private static void send(HttpServerRequest request, Answer answer) {
        var response = request.response().setStatusCode(answer.status());
        answer.headers().forEach(response::putHeader);
        response.putHeader("Cache-Control", "no-store")
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Content-Length", Integer.toString(answer.body().length()));
        var sent = isHead(request) ? response.end() : response.end(answer.body());
        sent.onFailure(e -> LOG.atDebug().setCause(e).log("client left before its answer"));
    }

    private static boolean isHead(HttpServerRequest request) {
        return request.method().equals(HttpMethod.HEAD);
    }
}
