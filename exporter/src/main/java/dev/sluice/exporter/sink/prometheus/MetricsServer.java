package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.net.LimitedServer;
import dev.sluice.common.tls.ServerCertificate;
import dev.sluice.exporter.access.ListenConfig;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.Protection.Refusal;
import dev.sluice.exporter.metrics.MetricBatch;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves /metrics on a separate port, and a page that links to it. A worker thread writes the metrics. The event loop
 * sends them in parts, so that a slow client needs little memory.
 */
public final class MetricsServer {

    private static final Logger LOG = LoggerFactory.getLogger(MetricsServer.class);
    private static final Pattern GZIP = Pattern.compile("(?i)(^|[, ])(x-)?gzip\\s*(,|$|;\\s*q=(?!0(\\.0*)?\\s*(,|$)))");
    private static final int UNAUTHORIZED = 401;
    private static final String LANDING = """
            <!doctype html><html lang="en"><title>Sluice exporter</title><h1>Sluice exporter</h1>
            <p><a href="metrics">Metrics</a>. The status page has a port of its own (api.port, default 8080).</p></html>
            """;

    /** Interval at which live metrics such as ages change. */
    private static final int TICK_MILLIS = 500;

    /** Longer than a scrape interval of one minute. */
    private static final int IDLE_SECONDS = 90;

    /** After a minute, a slow client loses its connection. */
    private static final LimitedServer.Limits LIMITS = new LimitedServer.Limits(256, 10, IDLE_SECONDS, 60);

    /** Maximum length of the request line, long enough for hundreds of {@code name[]}. */
    private static final int MAX_LINE = 32 << 10;

    private static final int PART_BYTES = 64 << 10;

    private final Vertx vertx;
    private final LimitedServer server;
    private final Protection protection;
    private final PrometheusSink sink;
    private final Supplier<MetricBatch> live;
    private final WorkerExecutor writer;
    private long ticks;

    /**
     * Creates a server that does not listen yet.
     *
     * @param live supplier of metrics that depend on the current time; called on any thread
     */
    public MetricsServer(
            Vertx vertx, ListenConfig listen, Protection protection, PrometheusSink sink, Supplier<MetricBatch> live) {
        this.vertx = vertx;
        this.server = new LimitedServer(
                vertx,
                LimitedServer.options(listen.host(), listen.port(), IDLE_SECONDS)
                        .setMaxInitialLineLength(MAX_LINE),
                protection.certificate().map(ServerCertificate::options),
                LIMITS);
        this.protection = protection;
        this.sink = sink;
        this.live = live;
        this.writer = vertx.createSharedWorkerExecutor("metrics", 1);
    }

    /** Starts to listen, and returns the port. Fails if the host is unknown or the port is taken. */
    public Future<Integer> start() {
        ticks = vertx.setPeriodic(TICK_MILLIS, unused -> sink.changed());
        return server.start(this::handle, HttpServerRequest.DEFAULT_INVALID_REQUEST_HANDLER);
    }

    /** Uses the current certificate of the protection for new connections. */
    public Future<Void> renewCertificate() {
        return server.use(protection.certificate().orElseThrow().options());
    }

    /** Stops immediately and aborts the current responses. */
    public Future<Void> close() {
        vertx.cancelTimer(ticks);
        return server.close(Duration.ZERO).eventually(writer::close);
    }

    private void handle(HttpServerRequest request) {
        Optional<Refusal> refusal = protection.judge(
                request.headers().getAll("Authorization"),
                () -> !LimitedServer.certificates(request).isEmpty());
        if (refusal.isPresent()) {
            protection.count(refusal.get());
            if (refusal.get().status() == UNAUTHORIZED) {
                request.response().putHeader("WWW-Authenticate", protection.challenges());
            }
            answer(request, refusal.get().status(), "text/plain", refusal.get().message() + "\n");
        } else if ("/".equals(request.path())) {
            answer(request, 200, "text/html", LANDING);
        } else if (!"/metrics".equals(request.path())) {
            answer(request, 404, "text/plain", "not found: metrics are at /metrics\n");
        } else if (isHead(request) || request.method().equals(HttpMethod.GET)) {
            answerMetrics(request);
        } else {
            request.response().putHeader("Allow", "GET, HEAD");
            answer(request, 405, "text/plain", "method not allowed: use GET or HEAD\n");
        }
    }

    private void answerMetrics(HttpServerRequest request) {
        var format = ExpositionFormat.preferredBy(request.headers().getAll("Accept"));
        Set<String> names;
        try {
            names = Set.copyOf(request.params(true).getAll("name[]"));
        } catch (IllegalArgumentException e) {
            answer(request, 400, "text/plain", "the query has a malformed escape\n");
            return;
        }
        boolean compressed = GZIP.matcher(String.join(",", request.headers().getAll("Accept-Encoding")))
                .find();
        writer.executeBlocking(() -> Body.of(sink.gzip(format, names, live), compressed))
                .onSuccess(body -> {
                    request.response()
                            .putHeader("Content-Type", format.contentType())
                            .putHeader("Vary", "Accept, Accept-Encoding");
                    if (compressed) {
                        request.response().putHeader("Content-Encoding", "gzip");
                    }
                    send(request, body);
                })
                .onFailure(e -> {
                    LOG.atError().setCause(e).log("cannot encode metrics");
                    answer(request, 500, "text/plain", "cannot encode metrics, see the exporter's log\n");
                });
    }

    /** The body of a response that is sent in parts. */
    private record Body(int length, InputStream content) {

        static Body of(byte[] gzip, boolean compressed) throws IOException {
            InputStream content = new ByteArrayInputStream(gzip);
            if (compressed) {
                return new Body(gzip.length, content);
            }
            // The last four bytes of gzip are the length of the uncompressed content.
            int length = ByteBuffer.wrap(gzip).order(ByteOrder.LITTLE_ENDIAN).getInt(gzip.length - Integer.BYTES);
            return new Body(length, new GZIPInputStream(content));
        }
    }

    private void answer(HttpServerRequest request, int status, String type, String text) {
        request.response().setStatusCode(status).putHeader("Content-Type", type + "; charset=utf-8");
        byte[] body = text.getBytes(UTF_8);
        send(request, new Body(body.length, new ByteArrayInputStream(body)));
    }

    private void send(HttpServerRequest request, Body body) {
        request.response().putHeader("Content-Length", Integer.toString(body.length()));
        sendParts(request.response(), isHead(request) ? InputStream.nullInputStream() : body.content());
    }

    /** Sends the next part. The other parts follow when the client has received this part. */
    private void sendParts(HttpServerResponse response, InputStream body) {
        try {
            byte[] part = body.readNBytes(PART_BYTES);
            Future<Void> sent = part.length == 0
                    ? response.end()
                    : response.write(Buffer.buffer(part))
                            .onSuccess(unused -> vertx.runOnContext(next -> sendParts(response, body)));
            sent.onFailure(e -> LOG.atDebug().setCause(e).log("client disconnected before the response"));
        } catch (IOException e) {
            throw new UncheckedIOException("a compressed response is damaged", e);
        }
    }

    private static boolean isHead(HttpServerRequest request) {
        return request.method().equals(HttpMethod.HEAD);
    }
}
