package dev.sluice.common.net;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections of one server, before any authentication. Limits the number of connections and the time for each
 * request's head. A client with many incomplete requests loses its oldest connections, so that health probes can still
 * connect. Vert.x itself ends slow TLS handshakes. Used on one event loop; the clock counts seconds of this loop.
 */
public final class Connections {

    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final long SECOND_MILLIS = 1_000;

    private final Vertx vertx;
    private final Limits limits;
    private final Map<HttpConnection, State> open = new LinkedHashMap<>();
    private long timer;
    private long now;

    /**
     * The limits of one server.
     *
     * @param connections maximum open connections
     * @param firstHead maximum seconds from the start of a connection to the end of the first request's head
     * @param nextHead maximum seconds from a response to the end of the next request's head
     */
    public record Limits(int connections, int firstHead, int nextHead) {}

    public Connections(Vertx vertx, Limits limits) {
        this.vertx = vertx;
        this.limits = limits;
    }

    private static final class State {
        private long since;
        private int answering;
        private boolean first = true;

        State(long since) {
            this.since = since;
        }

        boolean expired(long now, Limits limits) {
            return answering == 0 && now - since > (first ? limits.firstHead() : limits.nextHead());
        }
    }

    /**
     * Starts a server on its port, and returns the port. Fails if the host is unknown, the port is taken or the
     * certificate is unusable.
     */
    public Future<Integer> serve(HttpServer server, Handler<HttpServerRequest> handler) {
        timer = vertx.setPeriodic(SECOND_MILLIS, unused -> tick());
        return server.connectionHandler(this::opened)
                .requestHandler(request -> {
                    asked(request);
                    handler.handle(request);
                })
                // The cause is the client, which broke the connection or did not use TLS.
                .exceptionHandler(e -> LOG.atDebug().setCause(e).log("connection failed"))
                .listen()
                .map(HttpServer::actualPort);
    }

    /** Stops the check of the time limits. */
    public void stop() {
        vertx.cancelTimer(timer);
    }

    /**
     * Admits a connection. Over the limit, closes the connection that has waited longest for a request. If no
     * connection waits for a request, closes the new connection.
     */
    private void opened(HttpConnection connection) {
        if (open.size() >= limits.connections()) {
            Optional<HttpConnection> longest = longestWaiting();
            longest.ifPresent(this::evict);
            if (longest.isEmpty()) {
                connection.close();
                return;
            }
        }
        open.put(connection, new State(now));
        connection.closeHandler(unused -> open.remove(connection));
    }

    /** Records the complete head of a request, and sets the response's end handlers to record the response. */
    private void asked(HttpServerRequest request) {
        State state = open.get(request.connection());
        if (state == null) {
            return;
        }
        state.answering++;
        state.first = false;
        AtomicBoolean ended = new AtomicBoolean();
        Handler<Void> end = unused -> {
            if (!ended.getAndSet(true)) {
                state.answering--;
                state.since = now;
            }
        };
        request.response().endHandler(end).closeHandler(end);
    }

    private void tick() {
        now++;
        List<HttpConnection> late = new ArrayList<>();
        open.forEach((connection, state) -> {
            if (state.expired(now, limits)) {
                late.add(connection);
            }
        });
        late.forEach(this::evict);
    }

    private void evict(HttpConnection connection) {
        open.remove(connection);
        connection.close();
    }

    private Optional<HttpConnection> longestWaiting() {
        return open.entrySet().stream()
                .filter(entry -> entry.getValue().answering == 0)
                // Prefers connections that have sent no request.
                .min(Comparator.comparing((Map.Entry<HttpConnection, State> entry) -> !entry.getValue().first)
                        .thenComparing(entry -> entry.getValue().since))
                .map(Map.Entry::getKey);
    }
}
