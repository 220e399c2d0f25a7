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
 * The open connections of one server, before anybody is authenticated. Their number is limited, and so is the time that each
 * may take until the head of a request is whole: whoever opens many and sends halves of requests loses the oldest of them, and
 * who asks for health gets in. What has been accepted and is no HTTP connection yet is limited by {@link AcceptLimit}. Used on
 * one event loop; time is counted in seconds that the loop has seen.
 */
public final class Connections {

    private static final long SECOND_MILLIS = 1_000;

    private final Vertx vertx;
    private final Limits limits;
    private final Optional<AcceptLimit> accepted;
    private final Map<HttpConnection, State> open = new LinkedHashMap<>();
    private long timer;
    private long now;

    /**
     * What the connections of one server may take.
     *
     * @param connections how many may be open
     * @param firstHead seconds from connecting to the end of the first request's head
     * @param nextHead seconds from one answer to the end of the next request's head
     */
    public record Limits(int connections, int firstHead, int nextHead) {}

    /** No connections yet. */
    public Connections(Vertx vertx, Limits limits) {
        this.vertx = vertx;
        this.limits = limits;
        this.accepted = AcceptLimit.of(vertx);
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

    /** Begins to close connections that are late. */
    public void start() {
        timer = vertx.setPeriodic(SECOND_MILLIS, unused -> tick());
    }

    /** Ends what {@link #start} began. */
    public void stop() {
        vertx.cancelTimer(timer);
    }

    /** Admits a connection. Where there are too many, the one that has been waiting longest goes, or else the new one. */
    public void opened(HttpConnection connection) {
        accepted.ifPresent(limit -> limit.handedOver(connection));
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

    /** The head of a request is whole; its answer ends with {@link #answered}. */
    public void answering(HttpConnection connection) {
        Optional.ofNullable(open.get(connection)).ifPresent(state -> {
            state.answering++;
            state.first = false;
        });
    }

    /** The answer has been sent, or has failed. */
    public void answered(HttpConnection connection) {
        Optional.ofNullable(open.get(connection)).ifPresent(state -> {
            state.answering--;
            state.since = now;
        });
    }

    /** The head of a request is whole. Takes the response's handlers of its end to learn when it is answered. */
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

    /** One second has passed. */
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
                // Who has never asked for anything goes first.
                .min(Comparator.comparing((Map.Entry<HttpConnection, State> entry) -> !entry.getValue().first)
                        .thenComparing(entry -> entry.getValue().since))
                .map(Map.Entry::getKey);
    }
}
