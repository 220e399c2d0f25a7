package dev.sluice.adapter.server;

import dev.sluice.adapter.api.ApiAnswer;
import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.Demand.ClusterDemand;
import dev.sluice.common.net.Connections;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves /metrics, /livez and /readyz on a separate port. The adapter is ready if two conditions are true: the adapter
 * responds to requests, even with an error, and the API server trusts the adapter. If exporters are unavailable, the
 * adapter stays ready, because an unready adapter would break discovery too.
 */
public final class OperationsServer {

    private static final Logger LOG = LoggerFactory.getLogger(OperationsServer.class);
    private static final int IDLE_SECONDS = 60;
    private static final int MAX_CONNECTIONS = 128;
    private static final int HEAD_SECONDS = 5;
    private static final int OK = 200;

    private final HttpServer server;
    private final Connections connections;
    private final Supplier<Optional<String>> unready;
    private final Supplier<Demand> demand;
    private final AdapterMetrics metrics;

    /**
     * Creates a server that does not listen yet.
     *
     * @param host address or host name to listen on
     * @param port port to listen on; 0 for a free port
     * @param unready reason why the adapter is not ready; empty if the adapter is ready
     */
    public OperationsServer(
            Vertx vertx,
            String host,
            int port,
            Supplier<Optional<String>> unready,
            Supplier<Demand> demand,
            AdapterMetrics metrics) {
        this.server = vertx.createHttpServer(new HttpServerOptions()
                .setHost(host)
                .setPort(port)
                .setHttp2ClearTextEnabled(false)
                .setIdleTimeout(IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS));
        this.connections = new Connections(
                vertx, new Connections.Limits(MAX_CONNECTIONS, HEAD_SECONDS, IDLE_SECONDS + HEAD_SECONDS));
        this.unready = unready;
        this.demand = demand;
        this.metrics = metrics;
    }

    /** Starts to listen, and returns the port. */
    public Future<Integer> start() {
        return connections.serve(server, request -> ApiServer.send(request, answer(request)));
    }

    public Future<Void> close() {
        connections.stop();
        return server.close();
    }

    private ApiAnswer answer(HttpServerRequest request) {
        if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            request.response().putHeader("Allow", "GET, HEAD");
            return ApiAnswer.text(ApiAnswer.METHOD_NOT_ALLOWED, "method not allowed; use GET or HEAD\n");
        }
        try {
            return switch (Optional.ofNullable(request.path()).orElse("")) {
                case "/metrics" ->
                    metrics.encode(String.join(",", request.headers().getAll("Accept")));
                case "/livez", "/healthz" -> ApiAnswer.text(OK, "ok\n");
                case "/readyz" -> readiness();
                default -> ApiAnswer.text(ApiAnswer.NOT_FOUND, "not found; known paths: /metrics, /livez, /readyz\n");
            };
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).addKeyValue("path", request.path()).log("cannot answer a request");
            return ApiAnswer.text(ApiAnswer.INTERNAL_ERROR, "internal error\n");
        }
    }

    private ApiAnswer readiness() {
        Optional<String> why = unready.get();
        String first = why.map(reason -> "not ready: " + reason).orElse("ok");
        return ApiAnswer.text(why.isEmpty() ? OK : ApiAnswer.UNAVAILABLE, first + "\n" + explain(demand.get()));
    }

    private static String explain(Demand known) {
        StringBuilder text = new StringBuilder();
        for (ClusterDemand cluster : known.clusters()) {
            text.append("cluster ").append(cluster.cluster()).append(": ");
            text.append(cluster.distrust().orElse("served")).append('\n');
        }
        known.silent().forEach(reason -> text.append(reason).append('\n'));
        return text.toString();
    }
}
