package dev.sluice.exporter.slurm;

import dev.sluice.common.net.ConnectionFailure;
import dev.sluice.exporter.config.schema.ServerUrl;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
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
final class Exchange<R> {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private static final String CHECK_SCHEME = "; check http:// or https:// in slurm.url";

    private final Vertx vertx;
    private final WorkerExecutor worker;
    private final SlurmHttp.BodyReader<R> reader;
    private final ServerUrl server;
    private final Promise<R> answered = Promise.promise();
    private final long timer;

    private @Nullable HttpClientConnection connection;
    private @Nullable FetchFailure cause;
    private @Nullable ResponseStream body;
    private Optional<String> promised = Optional.empty();

    /**
     * Starts the deadline.
     *
     * @param worker runs the reader
     */
    Exchange(Vertx vertx, WorkerExecutor worker, Duration deadline, SlurmHttp.BodyReader<R> reader, ServerUrl server) {
        this.vertx = vertx;
        this.worker = worker;
        this.reader = reader;
        this.server = server;
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
    Future<R> run(Future<RequestOptions> request, Supplier<Future<HttpClientConnection>> connect) {
        request.compose(ready -> connect.get().compose(opened -> send(opened, ready)))
                .onComplete(answered::tryComplete, answered::tryFail);
        return answered.future().onComplete(unused -> end()).recover(this::explain);
    }

    private Future<R> send(HttpClientConnection opened, RequestOptions request) {
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
        if (body != null) {
            body.fail(new IOException("the exchange has ended"));
        }
        if (connection != null) {
            connection.close();
        }
    }

    private Future<R> read(HttpClientResponse response) {
        if (cause != null) {
            // The deadline passed while the head of the response was on its way to this method.
            return Future.failedFuture(cause);
        }
        promised = Optional.ofNullable(response.getHeader("Content-Length"));
        SlurmHttp.Head head = new SlurmHttp.Head(
                response.statusCode(),
                Objects.requireNonNullElse(response.getHeader("Content-Type"), ""),
                Objects.requireNonNullElse(response.getHeader("Location"), ""));
        ResponseStream stream = new ResponseStream(vertx.getOrCreateContext(), response);
        body = stream;
        return worker.executeBlocking(() -> reader.read(head, stream), false)
                .recover(failure -> Future.failedFuture(stream.failure().orElseGet(() -> undecoded(failure))));
    }

    private static Throwable undecoded(Throwable failure) {
        if (failure instanceof FetchFailure) {
            return failure;
        }
        LOG.atError().setCause(failure).log("unexpected failure of decoding");
        return new FetchFailure(
                FailureKind.UNDECODABLE,
                "decoding failed with " + failure.getClass().getSimpleName() + "; see the log");
    }

    private void abort(FetchFailure failure) {
        cause = failure;
        answered.tryFail(failure);
    }

    private <T> Future<T> explain(Throwable failure) {
        FetchFailure aborted = cause;
        if (aborted != null) {
            return Future.failedFuture(aborted);
        }
        if (failure instanceof FetchFailure) {
            return Future.failedFuture(failure);
        }
        return Future.failedFuture(explained(ConnectionFailure.of(failure)));
    }

    private FetchFailure explained(ConnectionFailure why) {
        String unconnected = "no connection to " + server.shown() + ": " + why.reason();
        return switch (why.kind()) {
            case LATE -> new FetchFailure(FailureKind.TIMEOUT, why.reason());
            case UNRESOLVED -> SlurmHttp.unreachable("the host name of " + server.shown() + " does not resolve");
            case PLAIN ->
                SlurmHttp.unreachable(
                        "the server at " + server.shown() + " speaks plain HTTP: use http:// in slurm.url");
            case TLS -> SlurmHttp.unreachable("TLS failed: " + why.reason() + "; check slurm.tls");
            case CUT -> SlurmHttp.unreachable("TLS failed: " + why.reason() + CHECK_SCHEME);
            case REFUSED -> SlurmHttp.unreachable(unconnected);
            case BROKEN ->
                SlurmHttp.unreachable(
                        connection == null
                                ? unconnected
                                : "the connection broke: " + why.reason()
                                        + (received() == 0 ? CHECK_SCHEME : progress()));
        };
    }

    private String progress() {
        if (received() == 0) {
            return "";
        }
        return ", " + received() + promised.map(total -> " of " + total).orElse("") + " bytes had arrived";
    }

    private long received() {
        return body == null ? 0 : body.received();
    }
}
