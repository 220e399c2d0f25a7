package dev.sluice.exporter.sink.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.sluice.exporter.sink.prometheus.ParsedExposition.Series;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** An OTLP/HTTP receiver on a free port of the loopback address. By default, the receiver accepts all requests. */
final class HttpReceiver implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Received> requests = new CopyOnWriteArrayList<>();
    private final Map<Series, Double> newest = new HashMap<>();
    private int decoded;
    private volatile Function<Received, Response> behaviour = request -> Response.accepted();

    private HttpReceiver(HttpServer server) {
        this.server = server;
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /** A response. */
    record Response(int status, String text) {

        static Response accepted() {
            return new Response(200, "");
        }
    }

    static HttpReceiver start() {
        try {
            return new HttpReceiver(HttpServer.create(loopback(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a receiver with TLS that requires client certificates. */
    static HttpReceiver withTls(SSLContext context) {
        try {
            HttpsServer server = HttpsServer.create(loopback(), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(context) {
                @Override
                public void configure(HttpsParameters parameters) {
                    SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
                    ssl.setNeedClientAuth(true);
                    parameters.setSSLParameters(ssl);
                }
            });
            return new HttpReceiver(server);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Returns the value of each series, from the newest request that contains the series. */
    synchronized Map<Series, Double> series() {
        List<Received> all = requests();
        // Decodes each request once: on a busy machine, requests arrive faster than all of them can be decoded again.
        for (; decoded < all.size(); decoded++) {
            newest.putAll(ReceivedSeries.of(List.of(all.get(decoded))));
        }
        return Map.copyOf(newest);
    }

    /** From now on, blocks every request until the receiver is closed. */
    void hang() {
        answer(request -> {
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Response.accepted();
        });
    }

    /** Returns all requests so far, including rejected requests. The oldest request is first. */
    List<Received> requests() {
        return List.copyOf(requests);
    }

    /**
     * From now on, sends the responses that the function returns. Side effects of the function occur before the
     * response is sent.
     */
    void answer(Function<Received, Response> behaviour) {
        this.behaviour = behaviour;
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] sent = exchange.getRequestBody().readAllBytes();
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(",", values)));
        byte[] message = "gzip".equals(headers.get("content-encoding"))
                ? new GZIPInputStream(new ByteArrayInputStream(sent)).readAllBytes()
                : sent;
        Received received = new Received(exchange.getRequestURI().getRawPath(), Map.copyOf(headers), sent, message);
        requests.add(received);
        Response response = behaviour.apply(received);
        byte[] body = response.text().getBytes(UTF_8);
        exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }
}
