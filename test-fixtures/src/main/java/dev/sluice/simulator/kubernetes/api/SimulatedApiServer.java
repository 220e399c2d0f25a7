package dev.sluice.simulator.kubernetes.api;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/**
 * Serves an {@link ObjectStore} on loopback as kube-apiserver 1.36 would: discovery, lists in pages, watches, single
 * objects and the scale of NodeSets. A bearer token is taken and not looked at. Safe for several threads.
 */
public final class SimulatedApiServer implements AutoCloseable {
    /** Where the autoscalers' metric source is set: no path of Kubernetes. */
    private static final String METRICS_FROM = "/simulator/metrics-from";

    /** What the path of the metric source does; bad input is an IllegalArgumentException with a message for people. */
    public interface MetricsFrom {
        void set(String url);
    }

    private final ObjectStore store;
    private final HttpServer server;
    private final ExecutorService workers = Executors.newCachedThreadPool(SimulatedApiServer::daemon);
    private final Lists lists;
    private final ScaleSubresource scale;
    private final Watches watches;
    private final MetricsFrom metricsFrom;
    private volatile UnaryOperator<Instant> shown = UnaryOperator.identity();

    private SimulatedApiServer(ObjectStore store, int port, Duration bookmarkEvery, MetricsFrom metricsFrom)
            throws IOException {
        this.store = store;
        this.lists = new Lists(store);
        this.scale = new ScaleSubresource(store);
        this.watches = new Watches(store, bookmarkEvery, () -> shown);
        this.metricsFrom = metricsFrom;
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
        server.setExecutor(workers);
        server.createContext("/", this::handle);
    }

    /**
     * Starts it.
     *
     * @param port 0 for a free one
     * @param bookmarkEvery pause between the bookmarks of a watch
     */
    public static SimulatedApiServer start(ObjectStore store, int port, Duration bookmarkEvery, MetricsFrom metricsFrom)
            throws IOException {
        SimulatedApiServer server = new SimulatedApiServer(store, port, bookmarkEvery, metricsFrom);
        server.server.start();
        return server;
    }

    /** How times of the simulation appear from now on. */
    public void showTimes(UnaryOperator<Instant> as) {
        shown = as;
    }

    /** Where it listens: {@code http://127.0.0.1:PORT}. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        store.close();
        server.stop(0);
        workers.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            try {
                answer(exchange);
            } catch (ApiException refused) {
                send(exchange, refused.code(), refused.status());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange) throws ApiException, IOException, InterruptedException {
        URI uri = exchange.getRequestURI();
        Optional<Map<String, Object>> discovered = Discovery.answer(uri.getPath());
        Optional<ApiRequest> request = ApiRequest.parse(uri);
        if (uri.getPath().equals(METRICS_FROM)) {
            setMetricsFrom(exchange);
        } else if (uri.getPath().matches("/(readyz|livez|healthz)")) {
            text(exchange, 200, "ok");
        } else if (discovered.isPresent()) {
            send(exchange, 200, discovered.get());
        } else if (request.isEmpty()) {
            // Not a Status: what the server does not know at all it answers so.
            text(exchange, 404, "404 page not found\n");
        } else if (request.get().subresource().isEmpty()) {
            objects(exchange, request.get());
        } else {
            scale(exchange, request.get());
        }
    }

    private void objects(HttpExchange exchange, ApiRequest request)
            throws ApiException, IOException, InterruptedException {
        if (!exchange.getRequestMethod().equals("GET")) {
            throw ApiException.notAllowed();
        }
        if (!request.name().isEmpty()) {
            StoredObject object = store.get(request.key()).orElseThrow(() -> ApiException.notFound(request.key()));
            send(exchange, 200, object.complete());
        } else if (request.watches()) {
            Watches.Begun watch = watches.begin(request);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            // The client must see that the watch has begun, even where there is nothing to send.
            exchange.getResponseBody().flush();
            watches.serve(watch, exchange.getResponseBody());
        } else {
            send(exchange, 200, lists.answer(request));
        }
    }

    private void scale(HttpExchange exchange, ApiRequest request) throws ApiException, IOException {
        if (!request.subresource().equals("scale") || !request.type().custom()) {
            throw ApiException.notFound(request.key());
        }
        switch (exchange.getRequestMethod()) {
            case "GET" -> send(exchange, 200, scale.get(request.key()));
            case "PUT" -> send(exchange, 200, scale.set(request, body(exchange)));
            case "PATCH" -> {
                String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
                if (!type.startsWith("application/merge-patch+json")) {
                    throw ApiException.unsupportedMediaType();
                }
                send(exchange, 200, scale.set(request, body(exchange)));
            }
            default -> throw ApiException.notAllowed();
        }
    }

    private void setMetricsFrom(HttpExchange exchange) throws IOException, ApiException {
        if (!exchange.getRequestMethod().equals("PUT")) {
            throw ApiException.notAllowed();
        }
        try {
            metricsFrom.set(new String(body(exchange), StandardCharsets.UTF_8).strip());
            text(exchange, 200, "ok\n");
        } catch (IllegalArgumentException bad) {
            text(exchange, 400, bad.getMessage() + "\n");
        }
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        return exchange.getRequestBody().readAllBytes();
    }

    private void send(HttpExchange exchange, int status, Map<String, Object> tree) throws IOException {
        send(exchange, status, "application/json", Json.bytes(tree, shown));
    }

    private static void text(HttpExchange exchange, int status, String text) throws IOException {
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        send(exchange, status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        // A body that nobody has read would be taken for the next request on the connection.
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Cache-Control", "no-cache, private");
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "simulated-apiserver");
        thread.setDaemon(true);
        return thread;
    }
}
