package dev.sluice.exporter.api;

import dev.sluice.common.net.Connections;
import dev.sluice.common.tls.ServerCertificate;
import dev.sluice.exporter.access.ListenConfig;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.Protection.Refusal;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerBuilder;
import io.vertx.core.http.HttpServerConfig;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.TrustOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves health, status, the demand for nodes and the status page over HTTP. */
public final class ApiServer {

    private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);
    private static final int IDLE_SECONDS = 60;
    private static final int HANDSHAKE_SECONDS = 5;

    /**
     * Maximum number of connections. Probes, Prometheus, adapters and browsers need fewer connections. Each connection
     * uses at most 20 kB before its first request.
     */
    static final int MAX_CONNECTIONS = 256;

    /** The same with a trusted proxy's groups in the headers: each connection uses at most 130 kB. */
    private static final int MAX_PROXY_CONNECTIONS = 64;

    /** Maximum number of running and queued searches. With 100,000 jobs, a search takes a tenth of a second. */
    private static final int MAX_SEARCHES = 16;

    /** Minimum size of a body that a worker thread compresses. */
    private static final int MIN_COMPRESSED = 256 * 1024;

    /**
     * Maximum size of all bodies that slow clients have not received, in bytes. One body can be larger. The idle
     * timeout ends a transmission that does not finish.
     */
    private static final int MAX_UNSENT = 64 << 20;

    /** Maximum time from the start of a connection to the end of the first request's head, in seconds. */
    private static final int FIRST_HEAD_SECONDS = 10;

    /**
     * Maximum time from a response to the end of the next request's head, in seconds. The time is longer than a scrape
     * or probe interval of one minute.
     */
    private static final int NEXT_HEAD_SECONDS = 75;

    /**
     * Maximum size of a request's headers in bytes, without the groups from a trusted proxy; this limit and
     * {@link #MAX_CONNECTIONS} together limit the memory.
     */
    private static final int MAX_HEAD_BYTES = 8 * 1024;

    /** The fastest compression level. This level reduces a job list to a tenth of the uncompressed size. */
    private static final int COMPRESSION_LEVEL = 1;

    private static final int UNAUTHORIZED = 401;
    private static final int TOO_MANY_REQUESTS = 429;

    /** Paths of the kubelet's probes, which have no credentials and no certificate. */
    private static final Set<String> OPEN = Set.of("/livez", "/readyz");

    private final HttpServer server;
    private final Protection protection;
    private final TrustedProxy proxy;
    /** The Vary header: caches must not serve one reader's response to another reader. */
    private final String vary;

    private final List<Route> routes;
    private final Connections connections;
    private final Visibility anybody;
    private final Clock clock;
    private final Supplier<ExporterStatus> status;

    /** Creates one response at a time. */
    private final WorkerExecutor searches;

    private int searching;
    private long unsent;

    /**
     * @param protection access rules and server certificate
     * @param proxy trusted proxy that identifies the reader of a request
     * @param anybody visibility for readers that no trusted proxy identifies
     * @param status returns the current state, for every request on any thread
     */
    public ApiServer(
            Vertx vertx,
            ListenConfig listen,
            Protection protection,
            TrustedProxy proxy,
            Visibility anybody,
            Clock clock,
            Supplier<ExporterStatus> status) {
        HttpServerOptions options = new HttpServerOptions()
                .setHost(listen.host())
                .setPort(listen.port())
                .setHttp2ClearTextEnabled(false)
                .setUseAlpn(false)
                .setMaxHeaderSize(MAX_HEAD_BYTES + proxy.maxHeaderBytes())
                .setCompressionSupported(true)
                .setCompressionLevel(COMPRESSION_LEVEL)
                .setIdleTimeout(IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS);
        HttpServerBuilder builder = vertx.httpServerBuilder().with(new HttpServerConfig(options));
        protection.certificate().ifPresent(with -> builder.with(ssl(with)));
        this.server = builder.build();
        this.protection = protection;
        this.proxy = proxy;
        this.vary = String.join(", ", proxy.headers());
        int most = proxy.maxHeaderBytes() == 0 ? MAX_CONNECTIONS : MAX_PROXY_CONNECTIONS;
        this.connections = new Connections(vertx, new Connections.Limits(most, FIRST_HEAD_SECONDS, NEXT_HEAD_SECONDS));
        this.anybody = anybody;
        this.clock = clock;
        this.status = status;
        this.searches = vertx.createSharedWorkerExecutor("api-search", 1);
        this.routes = Route.all();
    }

    private static ServerSSLOptions ssl(ServerCertificate certificate) {
        ServerSSLOptions options = new ServerSSLOptions()
                .setUseAlpn(false)
                .setSslHandshakeTimeout(HANDSHAKE_SECONDS)
                .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS)
                .setKeyCertOptions(certificate.options());
        ServerCertificate.CIPHER_SUITES.forEach(options::addEnabledCipherSuite);
        // The TLS handshake requires no client certificate. Probes have no certificate. Other clients without a
        // certificate get an HTTP error.
        certificate
                .clients()
                .ifPresent(
                        trust -> options.setClientAuth(ClientAuth.REQUEST).setTrustOptions(TrustOptions.wrap(trust)));
        return options;
    }

    /**
     * Uses the current certificate of the protection for new connections. Open connections keep their old certificate.
     */
    public Future<Void> renewCertificate() {
        return protection
                .certificate()
                .map(with -> server.updateSSLOptions(ssl(with)).<Void>mapEmpty())
                .orElseGet(Future::succeededFuture);
    }

    /**
     * Binds the port and starts the server. Returns the bound port. Fails if the host is unknown or the port is taken.
     */
    public Future<Integer> start() {
        return connections.serve(server, this::handle);
    }

    public Future<Void> close() {
        connections.stop();
        return server.close().eventually(searches::close);
    }

    private void handle(HttpServerRequest request) {
        String path = path(request);
        Optional<Refusal> refusal = protection.judge(
                request.headers().getAll("Authorization"),
                () -> TrustedProxy.certificate(request).isPresent());
        if (refusal.isPresent() && !OPEN.contains(path)) {
            refuse(request, refusal.get());
            return;
        }
        for (Route route : routes) {
            Optional<List<String>> segments = route.match(path);
            if (segments.isPresent()) {
                handle(request, route, segments.get(), refusal.isEmpty());
                return;
            }
        }
        send(
                request,
                ApiAnswer.error(
                        404,
                        routes.stream()
                                .map(Route::path)
                                .filter(shown -> !Route.PAGE_PARTS.contains(shown))
                                .collect(Collectors.joining(", ", "not found; known paths: ", ""))));
    }

    private void handle(HttpServerRequest request, Route route, List<String> segments, boolean admitted) {
        if (!isHead(request) && !request.method().equals(HttpMethod.GET)) {
            request.response().putHeader("Allow", "GET, HEAD");
            send(request, ApiAnswer.error(405, "method not allowed; use GET or HEAD"));
            return;
        }
        boolean parameters = path(request).startsWith("/api/");
        ApiAnswer answer;
        try {
            ApiRequest asked = new ApiRequest(
                    status,
                    clock.instant(),
                    proxy.visibility(request, anybody),
                    admitted,
                    segments,
                    parameters ? query(request) : MultiMap.caseInsensitiveMultiMap());
            if (parameters) {
                asked.requireKnown(route.parameters());
            }
            if (route.slow().test(asked)) {
                search(request, () -> route.resource().apply(asked));
                return;
            }
            answer = route.resource().apply(asked);
        } catch (TrustedProxy.UnreadableIdentity e) {
            refuse(request, Refusal.UNREADABLE_IDENTITY);
            return;
        } catch (RuntimeException e) {
            answer = failed(request, e);
        }
        send(request, answer);
    }

    private void search(HttpServerRequest request, Supplier<ApiAnswer> answer) {
        if (searching >= MAX_SEARCHES) {
            tryAgain(request, "too many searches at once; try again");
            return;
        }
        searching++;
        searches.executeBlocking(() -> compressed(request, answer.get()))
                .onComplete(unused -> searching--)
                .otherwise(e -> failed(request, e))
                .onSuccess(found -> send(request, found));
    }

    private static String path(HttpServerRequest request) {
        return Optional.ofNullable(request.path()).orElse("");
    }

    private static MultiMap query(HttpServerRequest request) {
        try {
            return request.params();
        } catch (IllegalArgumentException e) {
            throw ApiRequest.Rejected.badQuery(ApiRequest.MALFORMED);
        }
    }

    private static ApiAnswer failed(HttpServerRequest request, Throwable e) {
        if (e instanceof ApiRequest.Rejected rejected) {
            return rejected.answer();
        }
        LOG.atError().setCause(e).addKeyValue("path", request.path()).log("cannot answer a request");
        return ApiAnswer.error(500, "internal error, see the exporter's log");
    }

    /** Compresses a large body on the worker thread, because the event loop would compress the body in one step. */
    private static ApiAnswer compressed(HttpServerRequest request, ApiAnswer answer) throws IOException {
        String accepted = String.join(",", request.headers().getAll("Accept-Encoding"));
        if (answer.body().length() < MIN_COMPRESSED
                || !ListenConfig.ACCEPTS_GZIP.matcher(accepted).find()) {
            return answer;
        }
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(answer.body().getBytes());
        }
        Map<String, String> headers = new HashMap<>(answer.headers());
        headers.put("Content-Encoding", "gzip");
        return new ApiAnswer(answer.status(), headers, Buffer.buffer(bytes.toByteArray()));
    }

    private void refuse(HttpServerRequest request, Refusal refusal) {
        protection.count(refusal);
        if (refusal.status() == UNAUTHORIZED) {
            request.response().putHeader("WWW-Authenticate", protection.challenges());
        }
        send(request, ApiAnswer.error(refusal.status(), refusal.message()));
    }

    private void tryAgain(HttpServerRequest request, String message) {
        request.response().putHeader("Retry-After", "1");
        send(request, ApiAnswer.error(TOO_MANY_REQUESTS, message));
    }

    private void send(HttpServerRequest request, ApiAnswer answer) {
        int length = answer.body().length();
        if (length > MIN_COMPRESSED && unsent > 0 && unsent + length > MAX_UNSENT) {
            tryAgain(request, "too many large answers at once; try again");
            return;
        }
        var response = request.response().setStatusCode(answer.status());
        response.putHeader("Cache-Control", "no-store");
        if (!vary.isEmpty()) {
            response.putHeader("Vary", vary);
        }
        answer.headers().forEach(response::putHeader);
        response.putHeader("X-Content-Type-Options", "nosniff");
        response.putHeader("Content-Length", Integer.toString(length));
        unsent += length;
        (isHead(request) ? response.end() : response.end(answer.body()))
                .onFailure(e -> LOG.atDebug().setCause(e).log("client disconnected before the response"))
                .onComplete(unused -> unsent -= length);
    }

    private static boolean isHead(HttpServerRequest request) {
        return request.method().equals(HttpMethod.HEAD);
    }
}
