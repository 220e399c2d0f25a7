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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Serves an {@link ObjectStore} on loopback through an {@link ApiHandler}. Thread-safe. */
public final class SimulatedApiServer implements AutoCloseable {
    /** The path that sets the metric source of the autoscalers. The real API server has no such path. */
    private static final String METRICS_FROM = "/simulator/metrics-from";

    private final ObjectStore store;
    private final ApiHandler api;
    private final HttpServer server;
    private final ExecutorService workers = Executors.newCachedThreadPool(SimulatedApiServer::daemon);

    private SimulatedApiServer(ObjectStore store, int port, ApiHandler api, Consumer<String> metricsFrom)
            throws IOException {
        this.store = store;
        this.api = api;
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
        server.setExecutor(workers);
        server.createContext("/", api);
        server.createContext(METRICS_FROM, exchange -> setMetricsFrom(exchange, metricsFrom));
    }

    /**
     * Starts the server.
     *
     * @param port port to listen on; 0 for a free port
     * @param bookmarkEvery interval of a watch's bookmarks
     * @param metricsFrom sets the metric source; throws IllegalArgumentException with a readable message for invalid input
     */
    public static SimulatedApiServer start(
            ObjectStore store, int port, Duration bookmarkEvery, Consumer<String> metricsFrom) throws IOException {
        return start(store, port, new ApiHandler(store, bookmarkEvery, System::nanoTime), metricsFrom);
    }

    private static SimulatedApiServer start(ObjectStore store, int port, ApiHandler api, Consumer<String> metricsFrom)
            throws IOException {
        SimulatedApiServer server = new SimulatedApiServer(store, port, api, metricsFrom);
        server.server.start();
        return server;
    }

    /** Starts the server on a free port, without autoscalers. */
    public static SimulatedApiServer start(ObjectStore store, ApiHandler api) throws IOException {
        return start(store, 0, api, url -> {
            throw new IllegalArgumentException("no autoscalers here");
        });
    }

    /** Returns the handler, with its faults. */
    public ApiHandler api() {
        return api;
    }

    /** Sets the conversion of simulated times. */
    public void showTimes(UnaryOperator<Instant> as) {
        api.showTimes(as);
    }

    /** Returns the address: {@code http://127.0.0.1:PORT}. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        store.close();
        server.stop(0);
        workers.shutdownNow();
    }

    private static void setMetricsFrom(HttpExchange exchange, Consumer<String> metricsFrom) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("PUT")) {
                ApiHandler.send(exchange, ApiException.notAllowed());
                return;
            }
            try {
                metricsFrom.accept(new String(ApiHandler.body(exchange), StandardCharsets.UTF_8).strip());
                ApiHandler.text(exchange, 200, "ok\n");
            } catch (IllegalArgumentException bad) {
                ApiHandler.text(exchange, 400, bad.getMessage() + "\n");
            }
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "simulated-apiserver");
        thread.setDaemon(true);
        return thread;
    }
}
