package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsExchange;
import dev.sluice.exporter.access.ListenConfig;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.Protection.Refusal;
import dev.sluice.exporter.metrics.MetricBatch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles every request on the metrics port: /metrics, and a page that links to it. Other paths are an error. */
record MetricsHandler(Protection protection, PrometheusSink sink, Supplier<MetricBatch> live) implements HttpHandler {

    private static final Logger LOG = LoggerFactory.getLogger(MetricsHandler.class);
    private static final String NAME = "name[]=";
    private static final int UNAUTHORIZED = 401;
    private static final String LANDING = """
            <!doctype html><html lang="en"><title>Sluice exporter</title><h1>Sluice exporter</h1>
            <p><a href="metrics">Metrics</a>. The status page has a port of its own (api.port, default 8080).</p></html>
            """;

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Optional<Refusal> refusal = protection.judge(headers(exchange, "Authorization"), () -> certified(exchange));
            if (refusal.isPresent()) {
                protection.count(refusal.get());
                if (refusal.get().status() == UNAUTHORIZED) {
                    exchange.getResponseHeaders().put("WWW-Authenticate", protection.challenges());
                }
                answer(exchange, refusal.get().status(), refusal.get().message() + "\n");
            } else if ("/".equals(exchange.getRequestURI().getPath())) {
                answer(exchange, 200, "text/html", LANDING);
            } else if (!"/metrics".equals(exchange.getRequestURI().getPath())) {
                answer(exchange, 404, "not found: metrics are at /metrics\n");
            } else if (isHead(exchange) || exchange.getRequestMethod().equals("GET")) {
                answerMetrics(exchange);
            } else {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                answer(exchange, 405, "method not allowed: use GET or HEAD\n");
            }
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

    private void answerMetrics(HttpExchange exchange) throws IOException {
        var format = ExpositionFormat.preferredBy(headers(exchange, "Accept"));
        String query =
                Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
        Set<String> names = Stream.of(query.split("&", -1))
                .map(parameter -> URLDecoder.decode(parameter, UTF_8))
                .filter(parameter -> parameter.startsWith(NAME))
                .map(parameter -> parameter.substring(NAME.length()))
                .collect(Collectors.toUnmodifiableSet());
        byte[] gzip;
        try {
            gzip = sink.gzip(format, names, live);
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("cannot encode metrics");
            answer(exchange, 500, "cannot encode metrics, see the exporter's log\n");
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", format.contentType());
        exchange.getResponseHeaders().set("Vary", "Accept, Accept-Encoding");
        if (ListenConfig.ACCEPTS_GZIP
                .matcher(String.join(",", headers(exchange, "Accept-Encoding")))
                .find()) {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            send(exchange, 200, gzip.length, new ByteArrayInputStream(gzip));
        } else {
            // The last four bytes of gzip are the length of the uncompressed content.
            int length = ByteBuffer.wrap(gzip).order(ByteOrder.LITTLE_ENDIAN).getInt(gzip.length - Integer.BYTES);
            send(exchange, 200, length, new GZIPInputStream(new ByteArrayInputStream(gzip)));
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        answer(exchange, status, "text/plain", text);
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        byte[] body = text.getBytes(UTF_8);
        send(exchange, status, body.length, new ByteArrayInputStream(body));
    }

    private static void send(HttpExchange exchange, int status, int length, InputStream body) throws IOException {
        if (isHead(exchange)) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(length));
        }
        // The length is -1 for a response without a body, because the JDK's server interprets 0 as "unknown".
        boolean empty = isHead(exchange) || length == 0;
        exchange.sendResponseHeaders(status, empty ? -1 : length);
        if (!empty) {
            body.transferTo(exchange.getResponseBody());
        }
    }

    private static List<String> headers(HttpExchange exchange, String name) {
        return exchange.getRequestHeaders().getOrDefault(name, List.of());
    }

    private static boolean isHead(HttpExchange exchange) {
        return exchange.getRequestMethod().equals("HEAD");
    }
}
