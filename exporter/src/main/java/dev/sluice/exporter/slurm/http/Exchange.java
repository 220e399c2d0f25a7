package dev.sluice.exporter.slurm.http;

import dev.sluice.common.net.ConnectionFailure;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.memory.AnswerSize;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its response. One deadline covers the time from the reading of the token to the last byte of the
 * response.
 */
final class Exchange {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private static final int CHUNK = 1 << 16;
    private static final int BAD_REQUEST = 400;

    private final Vertx vertx;
    private final BodySink sink;
    private final AnswerSize size;
    private final ServerName server;
    private final byte[] chunk = new byte[CHUNK];
    private final Promise<Void> answered = Promise.promise();
    private final long timer;

    private @Nullable HttpClientConnection connection;
    private @Nullable FetchFailure cause;
    private long received;
    private Optional<String> promised = Optional.empty();

    /**
     * Starts the deadline.
     *
     * @param size memory of the response; released at the end of the exchange
     * @param server name of the server in messages
     */
    Exchange(Vertx vertx, Duration deadline, BodySink sink, AnswerSize size, ServerName server) {
        this.vertx = vertx;
        this.sink = sink;
        this.size = size;
        this.server = server;
        size.onRefusal(refusal -> abort(SlurmHttp.undecodable(refusal)));
        this.timer = vertx.setTimer(
                deadline.toMillis(),
                unused -> abort(new FetchFailure(
                        FailureKind.TIMEOUT, "no full response within " + deadline.toSeconds() + " s" + progress())));
    }

    /**
     * Completes when the complete response has been read. Fails as soon as the complete response cannot be read.
     *
     * @param request completes after the token has been read
     * @param connect opens the connection; not called if {@code request} fails
     */
    Future<Void> run(Future<RequestOptions> request, Supplier<Future<HttpClientConnection>> connect) {
        request.compose(ready -> connect.get().compose(opened -> send(opened, ready)))
                .onComplete(answered::tryComplete, answered::tryFail);
        return answered.future().onComplete(unused -> end()).recover(this::explain);
    }

    private Future<Void> send(HttpClientConnection opened, RequestOptions request) {
        connection = opened;
        // The failed exchange already reports the error. Without this handler, Vert.x would also log the error.
        opened.exceptionHandler(unused -> {});
        if (cause != null) {
            // The connection was opened after the exchange had failed.
            end();
            return Future.failedFuture(cause);
        }
        return opened.request(request).compose(HttpClientRequest::send).compose(this::read);
    }

    private void end() {
        vertx.cancelTimer(timer);
        size.end();
        if (connection != null) {
            connection.close();
        }
    }

    private Future<Void> read(HttpClientResponse response) {
        promised = Optional.ofNullable(response.getHeader("Content-Length"));
        String contentType = Objects.requireNonNullElse(response.getHeader("Content-Type"), "");
        String location = Objects.requireNonNullElse(response.getHeader("Location"), "");
        sink.head(response.statusCode(), contentType, location);
        response.handler(this::pass);
        boolean fromSlurmrestd = contentType.startsWith("application/json");
        return response.statusCode() == BAD_REQUEST && !fromSlurmrestd
                ? response.end().compose(unused -> badRequest())
                : response.end();
    }

    private Future<Void> badRequest() {
        return server.wrongSchemeOfBadRequest()
                .compose(message -> message.<Future<Void>>map(text -> Future.failedFuture(SlurmHttp.unreachable(text)))
                        .orElseGet(Future::succeededFuture));
    }

    private void pass(Buffer buffer) {
        if (cause != null) {
            return;
        }
        received += buffer.length();
        try {
            for (int from = 0; from < buffer.length(); from += CHUNK) {
                int length = Math.min(CHUNK, buffer.length() - from);
                buffer.getBytes(from, from + length, chunk, 0);
                sink.bytes(chunk, length);
            }
        } catch (FetchFailure failure) {
            abort(failure);
        } catch (RuntimeException | Error unforeseen) {
            // Without this handler, Vert.x would not report the exception, and the source would wait until its
            // deadline.
            LOG.atError().setCause(unforeseen).log("unexpected failure of decoding");
            abort(new FetchFailure(
                    FailureKind.UNDECODABLE,
                    "decoding failed with " + unforeseen.getClass().getSimpleName() + "; see the log"));
        }
    }

    private void abort(FetchFailure failure) {
        cause = failure;
        answered.tryFail(failure);
    }

    private <T> Future<T> explain(Throwable failure) {
        FetchFailure late = cause;
        if (late != null) {
            boolean unconnected = late.kind() == FailureKind.TIMEOUT && connection == null;
            return unconnected
                    ? scheme(new ConnectionFailure(ConnectionFailure.Kind.LATE, late.message()), late)
                    : Future.failedFuture(late);
        }
        if (failure instanceof FetchFailure) {
            return Future.failedFuture(failure);
        }
        ConnectionFailure why = ConnectionFailure.of(failure);
        return received > 0 ? Future.failedFuture(explained(why)) : scheme(why, explained(why));
    }

    private <T> Future<T> scheme(ConnectionFailure why, FetchFailure otherwise) {
        return server.wrongScheme(why)
                .compose(message ->
                        Future.failedFuture(message.map(SlurmHttp::unreachable).orElse(otherwise)));
    }

    private FetchFailure explained(ConnectionFailure why) {
        String unconnected = "no connection to " + server.shown() + ": " + why.reason();
        return switch (why.kind()) {
            case LATE -> new FetchFailure(FailureKind.TIMEOUT, why.reason());
            case UNRESOLVED -> SlurmHttp.unreachable("the host name " + server.host() + " does not resolve");
            case TLS, PLAIN, CUT -> SlurmHttp.unreachable("TLS failed: " + why.reason() + "; check slurm.tls");
            case REFUSED -> SlurmHttp.unreachable(unconnected);
            case BROKEN ->
                SlurmHttp.unreachable(
                        connection == null ? unconnected : "the connection broke: " + why.reason() + progress());
        };
    }

    private String progress() {
        if (received == 0) {
            return "";
        }
        return ", " + received + promised.map(total -> " of " + total).orElse("") + " bytes had arrived";
    }
}
