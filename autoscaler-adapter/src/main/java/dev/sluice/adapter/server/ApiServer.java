package dev.sluice.adapter.server;

import dev.sluice.adapter.api.ApiAnswer;
import dev.sluice.adapter.api.KubernetesApi;
import dev.sluice.adapter.api.Target;
import dev.sluice.adapter.metrics.Metric;
import dev.sluice.common.net.Connections;
import dev.sluice.common.tls.ServerCertificate;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the Kubernetes API over HTTPS, or over HTTP without a certificate. */
public final class ApiServer {

    private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);

    /**
     * Seconds until the server closes an idle connection. The time is longer than the idle timeout of Go's clients, so
     * that the clients close idle connections first.
     */
    private static final int IDLE_SECONDS = 180;

    /**
     * Accepts any client certificate in the TLS handshake. The adapter verifies certificates for each request, because
     * trusted authorities can change during a connection. TLS still checks that the client has the certificate's key.
     * The list of issuers is empty. If the list had issuers, clients could withhold certificates of other issuers.
     */
    private static final TrustOptions ANY_CLIENT_CERTIFICATE =
            TrustOptions.wrap(InsecureTrustManagerFactory.INSTANCE.getTrustManagers()[0]);

    private static final int HANDSHAKE_SECONDS = 10;
    private static final int STOP_SECONDS = 3;

    /** Maximum length of the request line, long enough for long selectors. */
    private static final int MAX_LINE = 32 << 10;

    /**
     * Maximum size of the headers. The API server sends one header line for each group of a user; a user can be in a
     * thousand groups.
     */
    private static final int MAX_HEADERS = 64 << 10;

    /**
     * Maximum number of connections. The full heads of all connections fit into the direct memory of the JVM. An API
     * server opens fewer than 100 connections.
     */
    private static final int MAX_CONNECTIONS = 128;

    private static final int HEAD_SECONDS = 10;

    private static final int LINE_TOO_LONG = 414;
    private static final int HEADERS_TOO_LARGE = 431;
    private static final String INTERNAL = "internal error; see the adapter's log";

    private final HttpServer server;
    private final Connections connections;
    private final KubernetesApi api;
    private final Predicate<List<X509Certificate>> admitted;
    private final AdapterMetrics metrics;
    private final LongSupplier nanoTime;

    /**
     * Creates a server that does not listen yet.
     *
     * @param host address or host name to listen on
     * @param port port to listen on; 0 for a free port
     * @param certificate server certificate; empty for plain HTTP
     * @param admitted true for the certificate chain of a client that may read more than health and discovery; the
     *     chain is empty without a certificate
     * @param nanoTime as {@link System#nanoTime()}
     */
    public ApiServer(
            Vertx vertx,
            String host,
            int port,
            Optional<KeyCertOptions> certificate,
            Predicate<List<X509Certificate>> admitted,
            KubernetesApi api,
            AdapterMetrics metrics,
            LongSupplier nanoTime) {
        this.server = vertx.createHttpServer(options(host, port, certificate));
        this.connections = new Connections(
                vertx, new Connections.Limits(MAX_CONNECTIONS, HEAD_SECONDS, IDLE_SECONDS + HEAD_SECONDS));
        this.api = api;
        this.admitted = admitted;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
    }

    private static HttpServerOptions options(String host, int port, Optional<KeyCertOptions> certificate) {
        HttpServerOptions options = new HttpServerOptions()
                .setHost(host)
                .setPort(port)
                .setHttp2ClearTextEnabled(false)
                .setMaxInitialLineLength(MAX_LINE)
                .setMaxHeaderSize(MAX_HEADERS)
                .setIdleTimeout(IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS);
        certificate.ifPresent(pair -> secure(options, pair));
        return options;
    }

    private static HttpServerOptions secure(HttpServerOptions options, KeyCertOptions certificate) {
        options.setSsl(true)
                // With HTTP/2, an API server would send all requests over one connection to one replica.
                .setUseAlpn(false)
                .setSslHandshakeTimeout(HANDSHAKE_SECONDS)
                .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS)
                .setClientAuth(ClientAuth.REQUEST)
                .setTrustOptions(ANY_CLIENT_CERTIFICATE)
                .setKeyCertOptions(certificate);
        ServerCertificate.CIPHER_SUITES.forEach(options::addEnabledCipherSuite);
        return options;
    }

    /** Starts to listen, and returns the port. Fails if the port is taken or the certificate is unusable. */
    public Future<Integer> start() {
        return connections.serve(server.invalidRequestHandler(ApiServer::refuse), this::handle);
    }

    /**
     * Uses a certificate for new connections. Existing connections continue with the previous certificate. Fails if the
     * certificate is unusable.
     */
    public Future<Boolean> serveWith(KeyCertOptions certificate) {
        return server.updateSSLOptions(
                secure(new HttpServerOptions(), certificate).getSslOptions());
    }

    /** Stops accepting requests, and completes running requests. */
    public Future<Void> close() {
        connections.stop();
        return server.shutdown(STOP_SECONDS, TimeUnit.SECONDS);
    }

    private void handle(HttpServerRequest request) {
        long start = nanoTime.getAsLong();
        Target target = Target.of(Optional.ofNullable(request.path()).orElse(""));
        ApiAnswer answer = answer(request, target);
        send(request, answer);
        metrics.requestAnswered(subject(target), answer.status(), Duration.ofNanos(nanoTime.getAsLong() - start));
    }

    private ApiAnswer answer(HttpServerRequest request, Target target) {
        try {
            boolean open = target instanceof Target.Health || target instanceof Target.Document;
            return open || admitted.test(certificates(request))
                    ? api.answer(request.method().name(), target, name -> parameter(request, name))
                    : ApiAnswer.error(ApiAnswer.UNAUTHORIZED, "Unauthorized");
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).addKeyValue("path", request.path()).log("cannot answer a request");
            return ApiAnswer.error(ApiAnswer.INTERNAL_ERROR, INTERNAL);
        }
    }

    /** Kubernetes uses the first of several values, and does not accept {@code ;} as separator. */
    private static String parameter(HttpServerRequest request, String name) {
        try {
            return Optional.ofNullable(request.params(true).get(name)).orElse("");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the query has a malformed escape", e);
        }
    }

    private static List<X509Certificate> certificates(HttpServerRequest request) {
        SSLSession session = request.isSSL() ? request.sslSession() : null;
        if (session == null) {
            return List.of();
        }
        try {
            return Stream.of(session.getPeerCertificates())
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (SSLPeerUnverifiedException e) {
            // The client presented no certificate.
            return List.of();
        }
    }

    static void send(HttpServerRequest request, ApiAnswer answer) {
        HttpServerResponse response = request.response().setStatusCode(answer.status());
        answer.headers().forEach(response::putHeader);
        Buffer body = Buffer.buffer(answer.body());
        response.putHeader("Content-Length", Integer.toString(body.length()));
        Future<Void> sent = request.method().equals(HttpMethod.HEAD) ? response.end() : response.end(body);
        sent.onFailure(e -> LOG.atDebug().setCause(e).log("client disconnected before the response"));
    }

    /** Rejects a malformed HTTP request. */
    private static void refuse(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        ApiAnswer answer = cause instanceof TooLongHttpLineException
                ? ApiAnswer.error(LINE_TOO_LONG, "the request's first line is longer than " + MAX_LINE + " bytes")
                : cause instanceof TooLongHttpHeaderException
                        ? ApiAnswer.error(
                                HEADERS_TOO_LARGE, "the request's headers are longer than " + MAX_HEADERS + " bytes")
                        : ApiAnswer.error(ApiAnswer.BAD_REQUEST, "malformed HTTP request");
        send(request, answer);
        request.connection().close();
    }

    /** Returns the value of the label {@code metric}, with limited cardinality whatever clients request. */
    private static String subject(Target target) {
        if (target instanceof Target.External external) {
            return Metric.named(external.metric()).map(Metric::metricName).orElse("unknown");
        } else if (target instanceof Target.OfObject ofObject) {
            return Metric.named(ofObject.metric()).map(Metric::metricName).orElse("unknown");
        } else if (target instanceof Target.Document) {
            return "discovery";
        }
        return target instanceof Target.Health ? "health" : "unknown";
    }
}
