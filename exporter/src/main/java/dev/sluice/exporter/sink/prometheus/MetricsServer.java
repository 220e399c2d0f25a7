package dev.sluice.exporter.sink.prometheus;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.sluice.common.tls.ServerCertificate;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.metrics.MetricBatch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Serves /metrics over HTTP on a separate port, with the JDK's server and daemon threads. */
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

    /** At each tick, slow clients lose their threads, and live metrics such as ages change. */
    private static final int TICK_MILLIS = 500;

    private final HttpServer server;
    private final ScrapeThreads threads = new ScrapeThreads();
    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor(ScrapeThreads::daemon);

    /**
     * The threads of the metrics server. The JDK's server reads and writes with blocking calls, so each slow client
     * occupies a thread. While requests wait for a thread, aborts the slowest requests.
     */
    private static final class ScrapeThreads extends ThreadPoolExecutor {

        /** Maximum number of ticks for which a slow client may occupy a thread that another request needs. */
        private static final int MAX_TICKS = 2;

        private static final int THREADS = 16;

        /** Threads with a request, and the tick at which the request started, oldest first. */
        private final Map<Thread, Long> busy = new LinkedHashMap<>();

        private long now;

        ScrapeThreads() {
            super(THREADS, THREADS, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), ScrapeThreads::daemon);
            allowCoreThreadTimeOut(true);
        }

        static Thread daemon(Runnable task) {
            Thread thread = new Thread(task, "metrics-http");
            thread.setDaemon(true);
            return thread;
        }

        @Override
        protected void beforeExecute(Thread thread, Runnable request) {
            synchronized (busy) {
                busy.put(thread, now);
            }
        }

        @Override
        protected void afterExecute(Runnable request, @Nullable Throwable failure) {
            synchronized (busy) {
                busy.remove(Thread.currentThread());
            }
        }

        /** Advances the time by one tick. An interrupt closes the connection. */
        void tick() {
            synchronized (busy) {
                now++;
                List<Thread> slow = busy.entrySet().stream()
                        .filter(one -> now - one.getValue() >= MAX_TICKS)
                        .map(Map.Entry::getKey)
                        .toList();
                slow.stream().limit(getQueue().size()).forEach(Thread::interrupt);
            }
        }
    }

    private MetricsServer(HttpServer server, MetricsHandler handler) {
        this.server = server;
        Runnable tick = () -> {
            threads.tick();
            handler.sink().changed();
        };
        var unused = ticks.scheduleAtFixedRate(tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        server.setExecutor(threads);
        server.createContext("/", handler);
        server.start();
    }

    /**
     * Binds and starts to serve.
     *
     * @param host address or name to listen on; {@code 0.0.0.0} for all addresses
     * @param port port to listen on; 0 for a free port
     * @param live supplier of metrics that depend on the current time; called on any thread
     * @throws IOException if the host is unknown or the port is in use
     */
    public static MetricsServer start(
            String host, int port, Protection protection, PrometheusSink sink, Supplier<MetricBatch> live)
            throws IOException {
        // The server's classes read the properties only when Java loads the classes.
        SERVER_SETTINGS.forEach(System.getProperties()::putIfAbsent);
        try {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), port);
            MetricsHandler handler = new MetricsHandler(protection, sink, live);
            if (protection.certificate().isEmpty()) {
                return new MetricsServer(HttpServer.create(address, 0), handler);
            }
            HttpsServer server = HttpsServer.create(address, 0);
            boolean certificates =
                    protection.certificate().flatMap(ServerCertificate::clients).isPresent();
            server.setHttpsConfigurator(configurator(
                    new ReplaceableContext(() -> protection.certificate().orElseThrow()), certificates));
            return new MetricsServer(server, handler);
        } catch (IOException e) {
            throw new IOException(
                    "cannot serve metrics on %s port %d (prometheus.port): %s".formatted(host, port, e.getMessage()),
                    e);
        }
    }

    /** @param certificates true to request a client certificate; a client without one gets an HTTP error */
    private static HttpsConfigurator configurator(SSLContext context, boolean certificates) {
        return new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters connection) {
                SSLParameters parameters = getSSLContext().getDefaultSSLParameters();
                parameters.setWantClientAuth(certificates);
                parameters.setCipherSuites(ServerCertificate.CIPHER_SUITES.toArray(String[]::new));
                connection.setSSLParameters(parameters);
            }
        };
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Stops immediately and aborts the current responses. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        ticks.shutdownNow();
    }
}
