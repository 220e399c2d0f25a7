package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsExchange;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.Refusal;
import dev.sluice.exporter.metrics.family.MetricBatch;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles every request on the metrics port. Serves /metrics. For other paths, responds with an error and a hint. */
final class MetricsHandler implements HttpHandler {

    private static final Logger LOG = LoggerFactory.getLogger(MetricsHandler.class);
    private static final int UNAUTHORIZED = 401;
    private static final String PLAIN_TEXT = "text/plain; charset=utf-8";

    private final Protection protection;
    private final PrometheusSink sink;
    private final Supplier<MetricBatch> live;
    private final ResponseLimits limits;

    MetricsHandler(Protection protection, PrometheusSink sink, Supplier<MetricBatch> live, ResponseLimits limits) {
        this.protection = protection;
        this.sink = sink;
        this.live = live;
        this.limits = limits;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        limits.write(() -> respond(exchange));
    }

    private void respond(HttpExchange exchange) throws IOException {
        try {
            Optional<Refusal> refusal = protection.judge(headers(exchange, "Authorization"), () -> certified(exchange));
            if (refusal.isPresent()) {
                refuse(exchange, refusal.get());
            } else if (!"/metrics".equals(exchange.getRequestURI().getPath())) {
                answer(exchange, 404, "not found: metrics are at /metrics\n");
            } else if (isHead(exchange) || exchange.getRequestMethod().equals("GET")) {
                answerMetrics(exchange);
            } else {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                answer(exchange, 405, "method not allowed: use GET or HEAD\n");
            }
        } finally {
            exchange.close();
        }
    }

    private static boolean certified(HttpExchange exchange) {
        try {
            return exchange instanceof HttpsExchange secure
                    && secure.getSSLSession().getPeerCertificates().length > 0;
        } catch (SSLPeerUnverifiedException e) {
            return false;
        }
    }

    private void refuse(HttpExchange exchange, Refusal refusal) throws IOException {
        protection.count(refusal);
        if (refusal.status() == UNAUTHORIZED) {
            protection
                    .challenges()
                    .forEach(challenge -> exchange.getResponseHeaders().add("WWW-Authenticate", challenge));
        }
        answer(exchange, refusal.status(), refusal.message() + "\n");
    }

    private void answerMetrics(HttpExchange exchange) throws IOException {
        var format = ExpositionFormat.preferredBy(headers(exchange, "Accept"));
        var filter = NameFilter.parse(
                Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""));
        Exposition exposition;
        try {
            exposition = sink.exposition(format, filter, live.get());
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("cannot encode the exporter's own metrics");
            answer(exchange, 500, "cannot encode the exporter's own metrics, see the exporter's log\n");
            return;
        }
        var responseHeaders = exchange.getResponseHeaders();
        responseHeaders.set("Content-Type", format.contentType());
        responseHeaders.set("Vary", "Accept, Accept-Encoding");
        if (allowsGzip(headers(exchange, "Accept-Encoding"))) {
            responseHeaders.set("Content-Encoding", "gzip");
            send(exchange, 200, exposition.gzipLength(), exposition::writeGzip);
        } else {
            send(exchange, 200, exposition.plainLength(), exposition::writePlain);
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", PLAIN_TEXT);
        byte[] body = text.getBytes(UTF_8);
        send(exchange, status, body.length, out -> out.write(body));
    }

    private static void send(HttpExchange exchange, int status, long length, Body body) throws IOException {
        if (isHead(exchange)) {
            exchange.getResponseHeaders().set("Content-Length", Long.toString(length));
            exchange.sendResponseHeaders(status, -1);
        } else if (length == 0) {
            // The length is -1 for a response without a body, because the JDK's server interprets a length of 0 as
            // "unknown".
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.sendResponseHeaders(status, length);
            try (var out = exchange.getResponseBody()) {
                body.writeTo(out);
            }
        }
    }

    private static boolean allowsGzip(List<String> acceptEncoding) {
        var preferences = Preference.parse(acceptEncoding);
        double identity = quality(preferences, "identity").orElse(0.0);
        double gzip = quality(preferences, "gzip")
                .or(() -> quality(preferences, "x-gzip"))
                .or(() -> quality(preferences, "*"))
                .orElse(0.0);
        return gzip > 0 && gzip >= identity;
    }

    private static Optional<Double> quality(List<Preference> preferences, String coding) {
        return preferences.stream()
                .filter(preference -> preference.value().equals(coding))
                .map(Preference::quality)
                .findFirst();
    }

    private static List<String> headers(HttpExchange exchange, String name) {
        return exchange.getRequestHeaders().getOrDefault(name, List.of());
    }

    private static boolean isHead(HttpExchange exchange) {
        return exchange.getRequestMethod().equals("HEAD");
    }

    private interface Body {

        void writeTo(OutputStream out) throws IOException;
    }
}
