package dev.sluice.exporter.slurm;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.exporter.config.schema.HttpUrl;
import dev.sluice.exporter.config.schema.ServerUrl;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Sends GET requests to one slurmrestd over TCP, TLS or a Unix socket. Sends no requests with other methods. */
final class SlurmHttp {

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
     */
    <R> Future<R> get(String pathAndQuery, Duration deadline, BodyReader<R> reader) {
        Exchange<R> exchange = new Exchange<>(vertx, worker, deadline, reader, connection.address());
        return exchange.run(
                connection.token().read().map(token -> {
                    RequestOptions request = request(pathAndQuery);
                    token.ifPresent(value -> request.putHeader("X-SLURM-USER-TOKEN", value));
                    return request;
                }),
                () -> options().compose(client::connect));
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
}
