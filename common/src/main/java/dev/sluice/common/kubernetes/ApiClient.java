package dev.sluice.common.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Sends requests to one API server. */
public final class ApiClient {

    /** Deadline of small requests, whose callers need a quick response. */
    public static final Duration DEADLINE = Duration.ofSeconds(5);

    private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
    /**
     * The keep-alive time is short, because a request on an idle connection fails if the server has closed the
     * connection.
     */
    private static final int KEEP_ALIVE_SECONDS = 5;
    /** This maximum exceeds the number of watched resources, because each watch occupies one connection. */
    private static final int MAX_CONNECTIONS = 64;
    /** Limits the queue of requests, because requests beyond the limit would miss their deadline. */
    private static final int MAX_WAITING = 1024;

    private final Vertx vertx;
    private final Context context;
    private final Timers timers;
    private final String userAgent;
    private final ApiAddress address;
    private final CredentialReader credentials;
    private final HttpClient client;
    private final BlockingCall<InetAddress> lookup;

    /**
     * @param userAgent name of the program in the API server's log
     */
    public ApiClient(Vertx vertx, KubernetesAccess access, String userAgent, Timers timers) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.timers = timers;
        this.userAgent = userAgent;
        this.address = access.address();
        this.credentials = new CredentialReader(vertx, access);
        this.lookup = BlockingCall.resolving(address.host(), BlockingCall.SHORT_DEADLINE);
        this.client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                        .setTcpKeepAlive(true)
                        .setForceSni(address.serverName().isPresent()),
                new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS).setMaxWaitQueueSize(MAX_WAITING));
    }

    public Future<Void> close() {
        return client.close();
    }

    /**
     * Sends a request and reads its response as it arrives, on the caller's context.
     *
     * @param alive called whenever a part of a successful response arrives
     */
    public ApiExchange send(KubernetesRequest request, ApiExchange.Limits limits, BodyReader body, Runnable alive) {
        ApiExchange exchange = new ApiExchange(timers, limits, new ApiAnswer(request, body), alive);
        credentials
                .current()
                .compose(credential -> lookup.result(vertx)
                        .compose(resolved -> client.request(options(request, credential, resolved)))
                        .onSuccess(sent -> address.serverName()
                                .ifPresent(unused ->
                                        // The option serverName is only for TLS.
                                        sent.authority(HostAndPort.create(address.host(), address.port())))))
                .onComplete(exchange::send, exchange::fail);
        return exchange;
    }

    /**
     * Sends a small request. Sends the request again after a connection failure, because the server can have closed an
     * idle connection. Both attempts share {@link #DEADLINE}.
     *
     * @return the response; fails with {@link ApiFailure}
     */
    public Future<JsonObject> json(KubernetesRequest request) {
        return json(request, JsonBody.MAX_BYTES);
    }

    /** Sends a small request with its own size limit, for many simultaneous requests. */
    public Future<JsonObject> json(KubernetesRequest request, int maxBytes) {
        Promise<JsonObject> answer = Promise.promise();
        run(() -> {
            long begun = timers.nanoTime();
            once(request, maxBytes, DEADLINE)
                    .recover(failure -> ApiFailure.of(failure).kind() == ApiFailure.Kind.UNREACHABLE
                            ? once(request, maxBytes, DEADLINE.minusNanos(timers.nanoTime() - begun))
                            : Future.failedFuture(failure))
                    .onComplete(answer);
        });
        return answer.future();
    }

    /**
     * Runs a task that sends requests: on the caller's event loop, or on the client's event loop if the caller has
     * none.
     */
    public void run(Runnable task) {
        Context current = Vertx.currentContext();
        (current == null ? context : current).runOnContext(unused -> task.run());
    }

    private Future<JsonObject> once(KubernetesRequest request, int maxBytes, Duration deadline) {
        AtomicReference<JsonObject> read = new AtomicReference<>(new JsonObject());
        return send(
                        request,
                        new ApiExchange.Limits(deadline, Duration.ZERO),
                        JsonBody.whole(maxBytes, read::set),
                        () -> {})
                .end()
                .map(unused -> read.get());
    }

    private RequestOptions options(
            KubernetesRequest asked, CredentialReader.Credential credential, InetAddress resolved) {
        RequestOptions request = new RequestOptions()
                .setMethod(asked.method())
                .setConnectTimeout(CONNECT_TIMEOUT_MILLIS)
                .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(resolved, address.port())))
                .setHost(address.serverName().orElse(address.host()))
                .setPort(address.port())
                .setSsl(address.tls())
                .setURI(address.path() + asked.pathAndQuery())
                .putHeader("Accept", "application/json")
                .putHeader("User-Agent", userAgent);
        if (!asked.body().isEmpty()) {
            request.putHeader("Content-Type", asked.contentType());
        }
        if (address.tls()) {
            request.setSslOptions(credential.tls());
        }
        credential.token().ifPresent(token -> request.putHeader("Authorization", "Bearer " + token));
        return request;
    }
}
