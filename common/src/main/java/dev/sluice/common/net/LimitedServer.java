package dev.sluice.common.net;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerBuilder;
import io.vertx.core.http.HttpServerConfig;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.ServerSSLOptions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP server that limits the number of connections and the time for each request's head, before any authentication.
 * A client with many incomplete requests loses its oldest connections, so that health probes can still connect. Vert.x
 * itself ends slow TLS handshakes. Used on one event loop; the clock counts seconds of this loop.
 */
public final class LimitedServer {

    private static final Logger LOG = LoggerFactory.getLogger(LimitedServer.class);
    private static final long SECOND_MILLIS = 1_000;

    private final Vertx vertx;
    private final HttpServer server;
    private final Limits limits;
    private final Map<HttpConnection, State> open = new LinkedHashMap<>();
    private long timer;
    private long now;

    /**
     * The limits of one server.
     *
     * @param connections maximum open connections
     * @param firstHead maximum seconds from the start of a connection to the end of the first request's head
     * @param nextHead maximum seconds from a response to the end of the next request's head
     * @param response maximum seconds from a request's head to the end of its response
     */
    public record Limits(int connections, int firstHead, int nextHead, int response) {

        /** Creates limits for a server that limits the time of a response in another way. */
        public Limits(int connections, int firstHead, int nextHead) {
            this(connections, firstHead, nextHead, Integer.MAX_VALUE);
        }
    }

    /**
     * Creates a server that does not listen yet.
     *
     * @param options address, timeouts and sizes
     * @param tls certificate; empty for plain text
     */
    public LimitedServer(Vertx vertx, HttpServerOptions options, Optional<ServerSSLOptions> tls, Limits limits) {
        HttpServerBuilder builder = vertx.httpServerBuilder().with(new HttpServerConfig(options));
        tls.ifPresent(builder::with);
        this.vertx = vertx;
        this.server = builder.build();
        this.limits = limits;
    }

    /**
     * Returns the options of a server for HTTP/1.1.
     *
     * @param host address or host name to listen on
     * @param port port to listen on; 0 for a free port
     * @param idleSeconds time until an idle connection is closed
     */
    public static HttpServerOptions options(String host, int port, int idleSeconds) {
        return new HttpServerOptions()
                .setHost(host)
                .setPort(port)
                .setHttp2ClearTextEnabled(false)
                .setIdleTimeout(idleSeconds)
                .setIdleTimeoutUnit(TimeUnit.SECONDS);
    }

    /**
     * Returns the client's certificate, followed by any intermediate certificates; empty if the client sent no
     * certificate.
     */
    public static List<X509Certificate> certificates(HttpServerRequest request) {
        SSLSession session = request.isSSL() ? request.sslSession() : null;
        if (session == null) {
            return List.of();
        }
        try {
            return Stream.of(session.getPeerCertificates())
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (SSLPeerUnverifiedException e) {
            return List.of();
        }
    }

    private static final class State {
        private long since;
        private int answering;
        private boolean first = true;

        State(long since) {
            this.since = since;
        }

        boolean expired(long now, Limits limits) {
            int limit = answering > 0 ? limits.response() : first ? limits.firstHead() : limits.nextHead();
            return now - since > limit;
        }
    }

    /**
     * Starts to listen, and returns the port. Fails if the host is unknown, the port is taken or the certificate is
     * unusable.
     *
     * @param invalid responds to malformed requests
     */
    public Future<Integer> start(Handler<HttpServerRequest> handler, Handler<HttpServerRequest> invalid) {
        timer = vertx.setPeriodic(SECOND_MILLIS, unused -> tick());
        return server.connectionHandler(this::opened)
                .invalidRequestHandler(invalid)
                .requestHandler(request -> {
                    asked(request);
                    handler.handle(request);
                })
                // The cause is the client, which broke the connection or did not use TLS.
                .exceptionHandler(e -> LOG.atDebug().setCause(e).log("connection failed"))
                .listen()
                .map(HttpServer::actualPort);
    }

    /**
     * Uses a certificate for new connections. Open connections keep the previous certificate. Fails if the certificate
     * is unusable.
     */
    public Future<Void> use(ServerSSLOptions tls) {
        return server.updateSSLOptions(tls).mapEmpty();
    }

    /** Accepts no further requests, and closes the connections after the running requests, at most after this time. */
    public Future<Void> close(Duration patience) {
        vertx.cancelTimer(timer);
        return server.shutdown(patience);
    }

    /**
     * Admits a connection. Over the limit, closes the connection that has waited longest for a request. If no
     * connection waits for a request, closes the new connection.
     */
    private void opened(HttpConnection connection) {
        if (open.size() >= limits.connections()) {
            Optional<HttpConnection> longest = longestWaiting();
            longest.ifPresent(this::evict);
            if (longest.isEmpty()) {
                connection.close();
                return;
            }
        }
        open.put(connection, new State(now));
        connection.closeHandler(unused -> open.remove(connection));
    }

    /** Records the complete head of a request, and sets the response's end handlers to record the response. */
    private void asked(HttpServerRequest request) {
        State state = open.get(request.connection());
        if (state == null) {
            return;
        }
        state.answering++;
        state.since = now;
        state.first = false;
        AtomicBoolean ended = new AtomicBoolean();
        Handler<Void> end = unused -> {
            if (!ended.getAndSet(true)) {
                state.answering--;
                state.since = now;
            }
        };
        request.response().endHandler(end).closeHandler(end);
    }

    private void tick() {
        now++;
        List<HttpConnection> late = new ArrayList<>();
        open.forEach((connection, state) -> {
            if (state.expired(now, limits)) {
                late.add(connection);
            }
        });
        late.forEach(this::evict);
    }

    private void evict(HttpConnection connection) {
        open.remove(connection);
        connection.close();
    }

    private Optional<HttpConnection> longestWaiting() {
        return open.entrySet().stream()
                .filter(entry -> entry.getValue().answering == 0)
                // Prefers connections that have sent no request.
                .min(Comparator.comparing((Map.Entry<HttpConnection, State> entry) -> !entry.getValue().first)
                        .thenComparing(entry -> entry.getValue().since))
                .map(Map.Entry::getKey);
    }
}
