package dev.sluice.exporter.slurm;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.net.ConnectionFailure;
import dev.sluice.exporter.config.schema.HttpUrl;
import dev.sluice.exporter.config.schema.ServerUrl;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends GET requests to one slurmrestd over TCP, TLS or a Unix socket. Sends no requests with other methods. */
final class SlurmHttp {

    private static final Logger LOG = LoggerFactory.getLogger(SlurmHttp.class);

    private static final String CHECK_SCHEME = "; check http:// or https:// in slurm.url";

    private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

    /** Maximum number of responses of a cluster that are read at once. */
    private static final int MAX_RESPONSES = 8;

    /**
     * A paused response holds what the event loop read last, in the memory that all connections of the process share.
     * With the default, 80 paused responses need all of it.
     */
    private static final int RECEIVE_BUFFER = 1 << 15;

    /** A list can take minutes to arrive. */
    private static final Duration MAX_READ = Duration.ofHours(1);

    /** Reads one response, on a worker thread. */
    @FunctionalInterface
    interface BodyReader<R> {

        /**
         * Reads the body while the body arrives. The rest of the body is dropped.
         *
         * @throws FetchFailure if the response cannot be used
         * @throws IOException if the response is incomplete
         */
        R read(Head head, InputStream body) throws IOException;
    }

    /**
     * The head of a response.
     *
     * @param contentType empty if missing
     * @param location target of a redirect; empty if missing
     */
    record Head(int status, String contentType, String location) {

        boolean json() {
            return contentType.startsWith("application/json");
        }
    }

    private final Vertx vertx;
    private final SlurmConnection connection;
    private final HttpClientAgent client;
    private final WorkerExecutor worker;
    private final TlsFiles tls;
    private final Optional<BlockingCall<InetAddress>> lookup;

    SlurmHttp(Vertx vertx, SlurmConnection connection) {
        this(vertx, connection, host -> BlockingCall.resolving(host, BlockingCall.DEADLINE));
    }

    SlurmHttp(Vertx vertx, SlurmConnection connection, Function<String, BlockingCall<InetAddress>> resolver) {
        this.vertx = vertx;
        this.connection = connection;
        this.tls = new TlsFiles(vertx, connection.cluster(), connection.tls());
        this.client = vertx.createHttpClient(new HttpClientOptions().setReceiveBufferSize(RECEIVE_BUFFER));
        this.worker = vertx.createSharedWorkerExecutor(
                "read-" + connection.cluster(), MAX_RESPONSES, MAX_READ.toNanos(), TimeUnit.NANOSECONDS);
        this.lookup = connection.address() instanceof HttpUrl tcp
                ? Optional.of(resolver.apply(tcp.host()))
                : Optional.empty();
    }

    Future<Void> close() {
        return client.close().eventually(worker::close);
    }

    /**
     * Sends one GET request and reads the response on a worker thread. Fails with {@link FetchFailure} if no complete
     * response arrives within the deadline. A complete response is a success, even if its status is an error.
     *
     * <p>The exporter opens one connection per request, and closes the connection itself. slurmrestd 26.05 sends the
     * text of an error twice. The second copy is a complete response: on a shared connection, the exporter would read
     * the copy as the response to the next request. If a request tells slurmrestd to close the connection, slurmrestd
     * sends a stray line after the body.
     *
     * @param pathAndQuery starts with a slash
     * @param deadline covers the time from the reading of the token to the last byte of the response
     */
    <R> Future<R> get(String pathAndQuery, Duration deadline, BodyReader<R> reader) {
        return new Exchange<>(reader).run(pathAndQuery, deadline);
    }

    /** Removes the token from the result of a request, because slurmrestd quotes the token in some errors. */
    <T> Future<Fetched<T>> withoutToken(Future<Fetched<T>> answer) {
        TokenReader token = connection.token();
        return answer.map(fetched -> fetched.problem()
                        .map(token::hide)
                        .map(fetched::withProblem)
                        .orElse(fetched))
                .recover(failure -> Future.failedFuture(
                        failure instanceof FetchFailure known ? known.withMessage(token::hide) : failure));
    }

    private Future<HttpConnectOptions> options() {
        HttpConnectOptions options = new HttpConnectOptions().setConnectTimeout(CONNECT_TIMEOUT_MILLIS);
        if (connection.address() instanceof ServerUrl.UnixSocket unix) {
            return Future.succeededFuture(options.setHost("localhost")
                    .setServer(SocketAddress.domainSocketAddress(unix.socket().toString())));
        }
        HttpUrl tcp = (HttpUrl) connection.address();
        // Keeps the host name for the Host header, SNI and the certificate check.
        options.setHost(tcp.urlHost()).setPort(tcp.port()).setSsl(tcp.tls());
        return (tcp.tls() ? tls.options().map(options::setSslOptions) : Future.succeededFuture(options))
                .compose(unused -> lookup.orElseThrow().result(vertx))
                .map(host ->
                        options.setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(host, tcp.port()))));
    }

    private RequestOptions request(String pathAndQuery) {
        String prefix = connection.address() instanceof HttpUrl tcp ? tcp.path() : "";
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setURI(prefix + pathAndQuery)
                .putHeader("Accept", "application/json");
        if (!connection.user().isEmpty()) {
            request.putHeader("X-SLURM-USER-NAME", connection.user());
        }
        return request;
    }

    static FetchFailure unreachable(String message) {
        return new FetchFailure(FailureKind.UNREACHABLE, message);
    }

    /** One request and its response. Used on one event loop. */
    private final class Exchange<R> {

        private final BodyReader<R> reader;
        private final Promise<R> answered = Promise.promise();
        private @Nullable HttpClientConnection opened;
        private @Nullable ResponseStream body;
        private Optional<String> promised = Optional.empty();

        Exchange(BodyReader<R> reader) {
            this.reader = reader;
        }

        /** Fails as soon as the complete response cannot be read. */
        Future<R> run(String pathAndQuery, Duration deadline) {
            long timer = vertx.setTimer(
                    deadline.toMillis(),
                    unused -> answered.tryFail(new FetchFailure(
                            FailureKind.TIMEOUT,
                            "no full response within " + deadline.toSeconds() + " s" + progress())));
            connection
                    .token()
                    .read()
                    .map(token -> {
                        RequestOptions request = request(pathAndQuery);
                        token.ifPresent(value -> request.putHeader("X-SLURM-USER-TOKEN", value));
                        return request;
                    })
                    .compose(request -> options().compose(client::connect).compose(made -> send(made, request)))
                    .onComplete(answered::tryComplete, answered::tryFail);
            return answered.future()
                    .onComplete(unused -> vertx.cancelTimer(timer))
                    .onComplete(unused -> end())
                    .recover(failure -> Future.failedFuture(
                            failure instanceof FetchFailure ? failure : explained(ConnectionFailure.of(failure))));
        }

        private Future<R> send(HttpClientConnection made, RequestOptions request) {
            opened = made;
            // The failed exchange already reports the error. Without this handler, Vert.x would also log the error.
            made.exceptionHandler(unused -> {});
            if (answered.future().isComplete()) {
                // The connection was opened after the deadline.
                end();
                return answered.future();
            }
            return made.request(request).compose(HttpClientRequest::send).compose(this::read);
        }

        private void end() {
            if (body != null) {
                body.fail(new IOException("the exchange has ended"));
            }
            if (opened != null) {
                opened.close();
            }
        }

        private Future<R> read(HttpClientResponse response) {
            if (answered.future().isComplete()) {
                // The deadline passed while the head of the response was on its way to this method.
                return answered.future();
            }
            promised = Optional.ofNullable(response.getHeader("Content-Length"));
            Head head = new Head(
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
            return FetchFailure.undecodable(
                    "decoding failed with " + failure.getClass().getSimpleName() + "; see the log");
        }

        private FetchFailure explained(ConnectionFailure why) {
            String shown = connection.address().shown();
            String unconnected = "no connection to " + shown + ": " + why.reason();
            return switch (why.kind()) {
                case LATE -> new FetchFailure(FailureKind.TIMEOUT, why.reason());
                case UNRESOLVED -> unreachable("the host name of " + shown + " does not resolve");
                case PLAIN -> unreachable("the server at " + shown + " speaks plain HTTP: use http:// in slurm.url");
                case TLS -> unreachable("TLS failed: " + why.reason() + "; check slurm.tls");
                case CUT -> unreachable("TLS failed: " + why.reason() + CHECK_SCHEME);
                case REFUSED -> unreachable(unconnected);
                case BROKEN ->
                    unreachable(
                            opened == null
                                    ? unconnected
                                    : "the connection broke: " + why.reason()
                                            + (received() == 0 ? CHECK_SCHEME : progress()));
            };
        }

        private String progress() {
            return received() == 0
                    ? ""
                    : ", " + received() + promised.map(total -> " of " + total).orElse("") + " bytes had arrived";
        }

        private long received() {
            return body == null ? 0 : body.received();
        }
    }
}
