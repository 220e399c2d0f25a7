package dev.sluice.exporter.sink.prometheus;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import dev.sluice.common.tls.CipherSuites;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.metrics.family.MetricBatch;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Serves /metrics over HTTP on a separate port, with daemon threads. */
public final class MetricsServer implements AutoCloseable {

    /**
     * Settings of the JDK's server. System properties that the user sets take precedence. Without {@code nodelay},
     * every scrape over an open connection waits for a delayed acknowledgement. The timeouts for requests and responses
     * (in seconds) free the threads that slow clients occupy. The idle interval (in seconds) keeps connections open
     * between two scrapes at a scrape interval of one minute.
     */
    private static final Map<String, String> SERVER_SETTINGS = Map.of(
            "sun.net.httpserver.nodelay", "true",
            "sun.net.httpserver.maxReqTime", "5",
            "sun.net.httpserver.maxRspTime", "60",
            "sun.net.httpserver.idleInterval", "90");

    /**
     * Path of the library's own handler. No request can reach this handler, because no decoded URL contains half of a
     * surrogate pair. Therefore, only Sluice's handler serves metrics.
     */
    private static final String UNREACHABLE_PATH = "/\ud800";

    private static final int THREADS = 16;

    /** Time between two ticks. After two ticks, a waiting request gets the thread of a slow client. */
    private static final Duration TICK = Duration.ofMillis(500);

    private final HTTPServer server;
    private final ExecutorService threads;
    private final ScheduledExecutorService ticks;

    private MetricsServer(HTTPServer server, ExecutorService threads, ScheduledExecutorService ticks) {
        this.server = server;
        this.threads = threads;
        this.ticks = ticks;
    }

    /**
     * Binds and starts to serve.
     *
     * @param host address or name to listen on; {@code 0.0.0.0} for all addresses
     * @param port port to listen on; 0 for a free port
     * @param protection access rules and server certificate
     * @param sink served metrics
     * @param live supplier of metrics that depend on the current time; called for each scrape, on any thread
     * @throws IOException if the host is unknown or the port is in use
     */
    public static MetricsServer start(
            String host, int port, Protection protection, PrometheusSink sink, Supplier<MetricBatch> live)
            throws IOException {
        // Sets the properties before the first use of the server's classes. The classes read the properties when Java
        // loads the classes.
        SERVER_SETTINGS.forEach(System.getProperties()::putIfAbsent);
        ThreadPoolExecutor threads = threads();
        ResponseLimits limits = new ResponseLimits();
        try {
            // Passes empty properties. With other properties, the library's settings in the environment would override
            // the port.
            HTTPServer.Builder server = HTTPServer.builder(
                            PrometheusProperties.builder().build())
                    .inetAddress(InetAddress.getByName(host))
                    .port(port)
                    .executorService(threads)
                    .registry(new PrometheusRegistry())
                    .metricsHandlerPath(UNREACHABLE_PATH)
                    .registerHealthHandler(false)
                    .defaultHandler(new MetricsHandler(protection, sink, live, limits));
            protection
                    .context()
                    .ifPresent(context ->
                            server.httpsConfigurator(new Configurator(context, protection.asksForCertificates())));
            HTTPServer started = server.buildAndStart();
            return new MetricsServer(started, threads, ticks(limits, threads));
        } catch (IOException e) {
            threads.shutdownNow();
            throw new IOException(
                    "cannot serve metrics on %s port %d (prometheus.port): %s".formatted(host, port, e.getMessage()),
                    e);
        }
    }

    public int port() {
        return server.getPort();
    }

    /** Stops immediately and aborts the current responses. */
    @Override
    public void close() {
        server.close();
        threads.shutdownNow();
        ticks.shutdownNow();
    }

    private static ScheduledExecutorService ticks(ResponseLimits limits, ThreadPoolExecutor threads) {
        ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor(task -> {
            var thread = new Thread(task, "metrics-http-limits");
            thread.setDaemon(true);
            return thread;
        });
        var unused = ticks.scheduleAtFixedRate(
                () -> limits.tick(threads.getQueue().size()), TICK.toMillis(), TICK.toMillis(), TimeUnit.MILLISECONDS);
        return ticks;
    }

    private static ThreadPoolExecutor threads() {
        var number = new AtomicInteger();
        var pool = new ThreadPoolExecutor(THREADS, THREADS, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            var thread = new Thread(task, "metrics-http-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Requests a client certificate if the configuration requires one. A client without a certificate gets an HTTP
     * error, not a TLS failure.
     */
    private static final class Configurator extends HttpsConfigurator {

        private final boolean asks;

        Configurator(SSLContext context, boolean asks) {
            super(context);
            this.asks = asks;
        }

        @Override
        public void configure(HttpsParameters parameters) {
            SSLParameters chosen = getSSLContext().getDefaultSSLParameters();
            chosen.setWantClientAuth(asks);
            chosen.setCipherSuites(CipherSuites.SERVER.toArray(String[]::new));
            parameters.setSSLParameters(chosen);
        }
    }
}
