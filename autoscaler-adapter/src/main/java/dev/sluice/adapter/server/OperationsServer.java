package dev.sluice.adapter.server;

import dev.sluice.adapter.demand.ClusterDemand;
import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.DemandView;
import dev.sluice.adapter.telemetry.AdapterMetrics;
import dev.sluice.common.net.Connections;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
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
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int INTERNAL_ERROR = 500;
    private static final int UNAVAILABLE = 503;
    private static final String TEXT = "text/plain; charset=utf-8";

    private final HttpServer server;
    private final Connections connections;
    private final Supplier<Optional<String>> unready;
    private final DemandView demand;
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
            DemandView demand,
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
        connections.start();
        return server.requestHandler(this::handle)
                .connectionHandler(connections::opened)
                .listen()
                .map(HttpServer::actualPort);
    }

    public Future<Void> close() {
        connections.stop();
        return server.close();
    }

    private void handle(HttpServerRequest request) {
        connections.asked(request);
        if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            request.response().putHeader("Allow", "GET, HEAD");
            send(request, METHOD_NOT_ALLOWED, TEXT, Buffer.buffer("method not allowed; use GET or HEAD\n"));
            return;
        }
        try {
            switch (Optional.ofNullable(request.path()).orElse("")) {
                case "/metrics" -> sendMetrics(request);
                case "/livez", "/healthz" -> send(request, OK, TEXT, Buffer.buffer("ok\n"));
                case "/readyz" -> sendReadiness(request);
                default ->
                    send(
                            request,
                            NOT_FOUND,
                            TEXT,
                            Buffer.buffer("not found; known paths: /metrics, /livez, /readyz\n"));
            }
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).addKeyValue("path", request.path()).log("cannot answer a request");
            send(request, INTERNAL_ERROR, TEXT, Buffer.buffer("internal error\n"));
        }
    }

    private void sendReadiness(HttpServerRequest request) {
        Optional<String> why = unready.get();
        String first = why.map(reason -> "not ready: " + reason).orElse("ok");
        send(request, why.isEmpty() ? OK : UNAVAILABLE, TEXT, Buffer.buffer(first + "\n" + explain(demand.now())));
    }

    private void sendMetrics(HttpServerRequest request) {
        String accept = String.join(",", request.headers().getAll("Accept"));
        AdapterMetrics.Exposition exposition = metrics.encode(accept);
        send(request, OK, exposition.contentType(), Buffer.buffer(exposition.body()));
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

    private static void send(HttpServerRequest request, int status, String contentType, Buffer body) {
        HttpServerResponse response = request.response()
                .setStatusCode(status)
                .putHeader("Content-Type", contentType)
                .putHeader("Cache-Control", "no-store")
                .putHeader("Content-Length", Integer.toString(body.length()));
        Future<Void> sent = request.method().equals(HttpMethod.HEAD) ? response.end() : response.end(body);
        sent.onFailure(e -> LOG.atDebug().setCause(e).log("client disconnected before the response"));
    }
}
