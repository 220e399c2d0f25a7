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

/** Requests to one API server. */
public final class ApiClient {

    /** For small requests: whoever waits for one is to be answered soon. */
    public static final Duration DEADLINE = Duration.ofSeconds(5);

    private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
    /** Short: a kept connection that the server has closed meanwhile fails the next request. */
    private static final int KEEP_ALIVE_SECONDS = 5;
    /** More than there are things to watch: each watch keeps a connection to itself. */
    private static final int MAX_CONNECTIONS = 64;
    /** Requests behind these would not be answered in time. */
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
     * A client that has sent nothing yet.
     *
     * @param userAgent our name in the API server's log
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
     * Sends a request whose answer is read as it comes, on the context that this is called on.
     *
     * @param alive is run at each sign of life of a good answer
     */
    public ApiExchange send(KubernetesRequest request, ApiExchange.Limits limits, BodyReader body, Runnable alive) {
        ApiExchange exchange = new ApiExchange(timers, limits, new ApiAnswer(request, body), alive);
        credentials
                .current()
                .compose(credential -> lookup.result(vertx)
                        .compose(resolved -> client.request(options(request, credential, resolved)))
                        .onSuccess(sent -> address.serverName()
                                .ifPresent(unused ->
                                        // The name in serverName is for TLS alone.
                                        sent.authority(HostAndPort.create(address.host(), address.port())))))
                .onComplete(exchange::send, exchange::fail);
        return exchange;
    }

    /**
     * Sends a small request. It is sent a second time where the connection fails, because a kept one may have been closed
     * meanwhile. Both have {@link #DEADLINE} together.
     *
     * @return the answer; fails with {@link ApiFailure}
     */
    public Future<JsonObject> json(KubernetesRequest request) {
        return json(request, JsonBody.MAX_BYTES);
    }

    /** The same where many requests are sent at once, so that their answers together must be small. */
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

    /** Runs what sends requests on an event loop: on the caller's, if it is on one. */
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
