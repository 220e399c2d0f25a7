package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;

/** GET requests to one slurmrestd, over TCP, TLS or a unix socket. Never anything but GET. */
final class SlurmHttp {

    private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
    /** Shorter than any poll interval: a kept connection that slurmrestd has closed meanwhile fails the next poll. */
    private static final int KEEP_ALIVE_SECONDS = 1;

    private final Vertx vertx;
    private final SlurmConnection connection;
    private final HttpClient client;
    private final TlsFiles tls;

    SlurmHttp(Vertx vertx, SlurmConnection connection) {
        this.vertx = vertx;
        this.connection = connection;
        this.tls = new TlsFiles(vertx, connection.cluster(), connection.tls());
        this.client = vertx.httpClientBuilder()
                .with(new HttpClientOptions()
                        .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                        .setConnectTimeout(CONNECT_TIMEOUT_MILLIS))
                .with(new PoolOptions().setHttp1MaxSize(8))
                // The request that it breaks reports it; Vert.x would log it once more.
                .withConnectHandler(opened -> opened.exceptionHandler(unused -> {}))
                .build();
    }

    Future<Void> close() {
        return client.close();
    }

    /**
     * Sends one GET and streams the body into the sink. Fails with {@link FetchFailure} where no whole answer comes
     * within the deadline; an answer of any status is a success here.
     *
     * @param pathAndQuery starts with a slash
     */
    Future<Void> get(String pathAndQuery, Duration deadline, BodySink sink) {
        return connection
                .token()
                .read()
                .map(token -> request(pathAndQuery, token))
                .compose(this::secured)
                .compose(request -> {
                    Exchange exchange = new Exchange(vertx, deadline, sink);
                    return exchange.over(client.request(request));
                });
    }

    private Future<RequestOptions> secured(RequestOptions request) {
        boolean encrypted = connection.address() instanceof SlurmConnection.Tcp tcp && tcp.tls();
        return encrypted ? tls.options().map(request::setSslOptions) : Future.succeededFuture(request);
    }

    private RequestOptions request(String pathAndQuery, Optional<String> token) {
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setConnectTimeout(CONNECT_TIMEOUT_MILLIS)
                .putHeader("Accept", "application/json");
        if (connection.address() instanceof SlurmConnection.Tcp tcp) {
            request.setHost(tcp.host()).setPort(tcp.port()).setSsl(tcp.tls()).setURI(tcp.path() + pathAndQuery);
        } else if (connection.address() instanceof SlurmConnection.UnixSocket unix) {
            request.setServer(SocketAddress.domainSocketAddress(unix.socket().toString()))
                    .setHost("localhost")
                    .setURI(pathAndQuery);
        }
        if (!connection.user().isEmpty()) {
            request.putHeader("X-SLURM-USER-NAME", connection.user());
        }
        token.ifPresent(value -> request.putHeader("X-SLURM-USER-TOKEN", value));
        return request;
    }

    static FetchFailure unreachable(String message) {
        return new FetchFailure(FailureKind.UNREACHABLE, message);
    }
}
