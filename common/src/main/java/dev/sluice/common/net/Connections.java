package dev.sluice.common.net;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The open connections of one server, before any authentication. Limits the number of connections and the time for each
 * request's head. A client with many incomplete requests loses its oldest connections, so that health probes can still
 * connect. Vert.x itself ends slow TLS handshakes. Used on one event loop; the clock counts seconds of this loop.
 */
public final class Connections {

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

    /** Starts to close connections that exceed a time limit. */
    public void start() {
        timer = vertx.setPeriodic(SECOND_MILLIS, unused -> tick());
    }

    public void stop() {
        vertx.cancelTimer(timer);
    }

    /**
     * Admits a connection. Over the limit, closes the connection that has waited longest for a request. If no
     * connection waits for a request, closes the new connection.
     */
    public void opened(HttpConnection connection) {
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

    /** Records the complete head of a request; {@link #answered} records its response. */
    public void answering(HttpConnection connection) {
        Optional.ofNullable(open.get(connection)).ifPresent(state -> {
            state.answering++;
            state.first = false;
        });
    }

    /** Records a sent or failed response. */
    public void answered(HttpConnection connection) {
        Optional.ofNullable(open.get(connection)).ifPresent(state -> {
            state.answering--;
            state.since = now;
        });
    }

    /** Records the complete head of a request, and sets the response's end handlers to record the response. */
    public void asked(HttpServerRequest request) {
        HttpConnection connection = request.connection();
        answering(connection);
        AtomicBoolean ended = new AtomicBoolean();
        Runnable end = () -> {
            if (!ended.getAndSet(true)) {
                answered(connection);
            }
        };
        request.response().endHandler(unused -> end.run()).closeHandler(unused -> end.run());
    }

    /** Advances the clock by one second. */
    void tick() {
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
