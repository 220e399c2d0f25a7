package dev.sluice.adapter.server;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The connections of one server, which are limited before anybody is authenticated. A connection has some seconds to send the
 * head of its first request. Where all are taken, a new one takes the place of the oldest that has never sent a whole head, or
 * else of the one that has been idle for longest: so a flood of unfinished requests cannot keep a probe out. All of it happens
 * on one event loop.
 */
final class Connections {

    private final Vertx vertx;
    private final int limit;
    private final Duration head;
    /** Those that were used last come last. */
    private final Map<HttpConnection, Use> open = new LinkedHashMap<>();

    private static final class Use {
        private boolean asked;
        private int underWay;
    }

    /**
     * No connections yet.
     *
     * @param limit how many there may be
     * @param head how long a connection may take to send the head of its first request
     */
    Connections(Vertx vertx, int limit, Duration head) {
        this.vertx = vertx;
        this.limit = limit;
        this.head = head;
    }

    void opened(HttpConnection connection) {
        if (open.size() >= limit) {
            oldest(use -> !use.asked)
                    .or(() -> oldest(use -> use.underWay == 0))
                    .orElse(connection)
                    .close();
        }
        Use use = new Use();
        open.put(connection, use);
        long timer = vertx.setTimer(head.toMillis(), unused -> {
            if (!use.asked) {
                connection.close();
            }
        });
        connection.closeHandler(unused -> {
            open.remove(connection);
            vertx.cancelTimer(timer);
        });
    }

    /** The head of a request is whole. */
    void asked(HttpServerRequest request) {
        HttpConnection connection = request.connection();
        Use use = open.remove(connection);
        if (use != null) {
            open.put(connection, use);
            use.asked = true;
            use.underWay++;
            request.response().endHandler(unused -> use.underWay--);
        }
    }

    private Optional<HttpConnection> oldest(Predicate<Use> of) {
        return open.entrySet().stream()
                .filter(entry -> of.test(entry.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
