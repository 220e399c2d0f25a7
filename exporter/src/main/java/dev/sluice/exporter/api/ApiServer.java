package dev.sluice.exporter.api;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves health, status, the demand for nodes and the page for people over HTTP. */
public final class ApiServer {

    private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);
    private static final int IDLE_SECONDS = 60;

    private final HttpServer server;
    private final List<Route> routes;

    /**
     * @param host address or name to listen on; {@code 0.0.0.0} for all
     * @param port port to listen on; 0 for a free one
     * @param sources where the answers come from
     */
    public ApiServer(Vertx vertx, String host, int port, Clock clock, ApiSources sources) {
        server = vertx.createHttpServer(new HttpServerOptions()
                .setHost(host)
                .setPort(port)
                .setHttp2ClearTextEnabled(false)
                .setIdleTimeout(IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS));
        routes = routes(clock, sources);
    }

    private static List<Route> routes(Clock clock, ApiSources sources) {
        Supplier<ExporterStatus> status = sources.status();
        DemandAnswers demand = new DemandAnswers(clock, sources.demand());
        WhyAnswers why = new WhyAnswers(clock, sources);
        List<Route> routes = new ArrayList<>(StatusPage.load());
        routes.addAll(List.of(
                new Route.Exact("/livez", request -> Answer.text(200, "ok")),
                new Route.Exact("/readyz", request -> ready(status.get(), clock.instant())),
                new Route.Exact(
                        "/api/v1/status",
                        request -> Answer.json(200, StatusJson.encode(status.get(), clock.instant()))),
                new Route.Exact("/api/v1/demand", demand::all),
                new Route.Below("/api/v1/demand/", List.of("namespace", "nodeset"), demand::one),
                new Route.Exact(
                        "/api/v1/now",
                        request -> Answer.json(
                                200,
                                NowJson.encode(
                                        status.get(), sources.views().get(), sources.visibility(), clock.instant()))),
                new Route.Below("/api/v1/why/job/", List.of("id"), why::job),
                new Route.Below("/api/v1/why/user/", List.of("name"), why::user),
                new Route.Below("/api/v1/why/nodeset/", List.of("namespace", "nodeset"), why::nodeSet)));
        return List.copyOf(routes);
    }

    private static Answer ready(ExporterStatus status, Instant now) {
        return Answer.text(status.ready() ? 200 : 503, Readiness.explain(status, now));
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
        } catch (ApiRequest.BadQuery e) {
            answer = Answer.error(400, "the query has a malformed escape");
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).addKeyValue("path", request.path()).log("cannot answer a request");
            answer = Answer.error(500, "internal error, the exporter's log says more");
        }
        send(request, answer);
    }

    private Answer answer(HttpServerRequest request) {
        String path = Optional.ofNullable(request.path()).orElse("");
        for (Route route : routes) {
            Optional<List<String>> segments = route.match(path);
            if (segments.isPresent()) {
                return answer(request, route, segments.get());
            }
        }
        return Answer.error(
                404,
                routes.stream()
                        .map(Route::shown)
                        .filter(shown -> !StatusPage.PARTS.contains(shown))
                        .collect(Collectors.joining(", ", "not found; known paths: ", "")));
    }

    private static Answer answer(HttpServerRequest request, Route route, List<String> segments) {
        if (isHead(request) || request.method().equals(HttpMethod.GET)) {
            return route.resource()
                    .apply(new ApiRequest(
                            segments,
                            name -> Optional.ofNullable(request.getHeader(name)),
                            name -> parameter(request, name)));
        }
        request.response().putHeader("Allow", "GET, HEAD");
        return Answer.error(405, "method not allowed; use GET or HEAD");
    }

    private static Optional<String> parameter(HttpServerRequest request, String name) {
        try {
            return Optional.ofNullable(request.getParam(name));
        } catch (IllegalArgumentException e) {
            throw new ApiRequest.BadQuery(e);
        }
    }

    private static void send(HttpServerRequest request, Answer answer) {
        var response = request.response().setStatusCode(answer.status());
        response.putHeader("Cache-Control", "no-store");
        answer.headers().forEach(response::putHeader);
        response.putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Content-Length", Integer.toString(answer.body().length()));
        var sent = isHead(request) ? response.end() : response.end(answer.body());
        sent.onFailure(e -> LOG.atDebug().setCause(e).log("client left before its answer"));
    }

    private static boolean isHead(HttpServerRequest request) {
        return request.method().equals(HttpMethod.HEAD);
    }
}
