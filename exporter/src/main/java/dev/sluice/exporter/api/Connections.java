package dev.sluice.exporter.api;

import io.vertx.core.http.HttpConnection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The open connections of the API. Their number is limited, and so is the time that each may take until a request is whole:
 * whoever opens many and sends halves of requests loses the oldest of them, and who asks for health gets in. Used on one
 * event loop; time is counted in ticks.
 */
final class Connections {

    /** More than probes, Prometheus, adapters and readers of the page need; each holds at most 20 kB before a request. */
    static final int MAX_CONNECTIONS = 256;

    /** Ticks (seconds) from connecting to the end of the first request's head. */
    static final int MAX_FIRST_WAIT = 10;

    /** Ticks from one answer to the end of the next request's head: longer than a scrape or probe interval of a minute. */
    static final int MAX_NEXT_WAIT = 75;

    private final int max;
    private final Map<HttpConnection, State> open = new LinkedHashMap<>();
    private long now;

    Connections(int max) {
        this.max = max;
    }

    private static final class State {
        private long since;
        private int answering;
        private boolean first = true;

        State(long since) {
            this.since = since;
        }

        boolean expired(long now) {
            return answering == 0 && now - since > (first ? MAX_FIRST_WAIT : MAX_NEXT_WAIT);
        }
    }

    /** Admits a connection. Where there are too many, the one that has been waiting longest goes, or else the new one. */
    void opened(HttpConnection connection) {
        if (open.size() >= max) {
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

    /** The head of a request is whole. */
    void answering(HttpConnection connection) {
        Optional.ofNullable(open.get(connection)).ifPresent(state -> {
            state.answering++;
            state.first = false;
        });
    }

    /** The answer has been sent, or has failed. */
    void answered(HttpConnection connection) {
        Optional.ofNullable(open.get(connection)).ifPresent(state -> {
            state.answering--;
            state.since = now;
        });
    }

    /** One second has passed. */
    void tick() {
        now++;
        List<HttpConnection> late = new ArrayList<>();
        open.forEach((connection, state) -> {
            if (state.expired(now)) {
                late.add(connection);
            }
        });
        late.forEach(this::evict);
    }

    int size() {
        return open.size();
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
