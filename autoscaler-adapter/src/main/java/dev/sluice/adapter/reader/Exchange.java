package dev.sluice.adapter.reader;

import dev.sluice.adapter.demand.FailureKind;
import dev.sluice.common.net.ConnectionFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One request on a connection of its own, under one deadline from connecting to the last byte. */
final class Exchange {

    /** Thousands of NodeSets fit. */
    static final int MAX_BYTES = 4 << 20;

    /**
     * A whole answer.
     *
     * @param status HTTP status code
     */
    record Answer(int status, Buffer body) {}

    /** Where to connect to, and what to ask. */
    record Prepared(HttpConnectOptions server, RequestOptions request) {}

    private final Vertx vertx;
    private final Promise<Answer> answered = Promise.promise();
    private final Buffer body = Buffer.buffer();
    private final long timer;
    private @Nullable HttpClientConnection connection;
    private boolean over;

    Exchange(Vertx vertx, Duration deadline) {
        this.vertx = vertx;
        this.timer = vertx.setTimer(
                deadline.toMillis(),
                unused -> answered.tryFail(
                        new ReadFailure(FailureKind.TIMEOUT, "no whole answer within " + deadline.toSeconds() + " s")));
    }

    /**
     * The answer, whatever its status; fails with a {@link ReadFailure} where no whole one comes in time.
     *
     * @param prepared what has to be read and looked up before; the deadline is for this, too
     */
    Future<Answer> over(Future<Prepared> prepared, Function<HttpConnectOptions, Future<HttpClientConnection>> connect) {
        prepared.compose(ready -> over
                        ? Future.failedFuture("ready after the deadline")
                        : connect.apply(ready.server()).compose(opened -> send(opened, ready.request())))
                .onComplete(answered::tryComplete, answered::tryFail);
        return answered.future().onComplete(unused -> end()).recover(failure -> Future.failedFuture(explain(failure)));
    }

    private Future<Answer> send(HttpClientConnection opened, RequestOptions request) {
        connection = opened;
        // What breaks the connection fails the exchange; Vert.x would log it once more.
        opened.exceptionHandler(unused -> {});
        if (over) {
            opened.close();
            return Future.failedFuture("connected after the deadline");
        }
        return opened.request(request).compose(HttpClientRequest::send).compose(this::read);
    }

    private Future<Answer> read(HttpClientResponse response) {
        response.handler(this::keep);
        return response.end().map(unused -> new Answer(response.statusCode(), body));
    }

    private void keep(Buffer part) {
        if (over) {
            return;
        }
        if (body.length() + part.length() > MAX_BYTES) {
            answered.tryFail(
                    new ReadFailure(FailureKind.UNDECODABLE, "the answer has more than " + (MAX_BYTES >> 20) + " MiB"));
            return;
        }
        body.appendBuffer(part);
    }

    private void end() {
        over = true;
        vertx.cancelTimer(timer);
        if (connection != null) {
            connection.close();
        }
    }

    private ReadFailure explain(Throwable failure) {
        if (failure instanceof ReadFailure known) {
            return known;
        }
        ConnectionFailure why = ConnectionFailure.of(failure);
        return switch (why.kind()) {
            case LATE -> new ReadFailure(FailureKind.TIMEOUT, why.reason());
            case UNRESOLVED -> unreachable("the host name does not resolve");
            case TLS -> unreachable("TLS failed: " + why.reason());
            case REFUSED -> unreachable("connection refused");
            case BROKEN ->
                unreachable((connection == null ? "no connection: " : "the connection broke: ") + why.reason());
        };
    }

    private static ReadFailure unreachable(String message) {
        return new ReadFailure(FailureKind.UNREACHABLE, message);
    }
}
