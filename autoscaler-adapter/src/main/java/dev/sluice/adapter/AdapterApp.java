package dev.sluice.adapter;

import dev.sluice.adapter.api.KubernetesApi;
import dev.sluice.adapter.demand.DemandStore;
import dev.sluice.adapter.demand.ExporterReader;
import dev.sluice.adapter.keda.KedaServer;
import dev.sluice.adapter.metrics.MetricLookup;
import dev.sluice.adapter.server.AdapterMetrics;
import dev.sluice.adapter.server.ApiServer;
import dev.sluice.adapter.server.OperationsServer;
import dev.sluice.common.blocking.UncaughtErrors;
import dev.sluice.common.blocking.Watchdog;
import dev.sluice.common.net.EventLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The running adapter, which creates and connects all components. */
final class AdapterApp implements AutoCloseable {

    /** Far longer than any task on the adapter's event loop. */
    private static final Duration MAX_BLOCKED = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final List<ExporterReader> readers;
    private final Security security;
    private final ApiServer apiServer;
    private final OperationsServer operationsServer;
    private final Optional<KedaServer> kedaServer;
    private final Duration drain;
    private final int port;
    private final int metricsPort;
    private final OptionalInt kedaPort;
    private final UncaughtErrors uncaught;
    private final Watchdog watchdog;

    /**
     * Starts the servers and the exporter readers. Unreachable exporters do not prevent the start.
     *
     * @param nanoTime as {@link System#nanoTime()}
     * @param version version of the adapter
     * @param end ends the process after the failure of a required component, with the reason
     * @throws IOException if a port is not available or a certificate is unusable; in this case, no component continues
     *     to run
     */
    AdapterApp(
            AdapterConfig config,
            Security.Timing timing,
            Clock clock,
            LongSupplier nanoTime,
            String version,
            Consumer<String> end)
            throws IOException {
        vertx = EventLoop.create();
        uncaught = new UncaughtErrors(end);
        vertx.exceptionHandler(uncaught::onEventLoop);
        drain = config.drain;
        Map<String, String> exporters = new LinkedHashMap<>();
        config.exporters.forEach(
                exporter -> exporters.put(exporter.name(), exporter.url().toString()));
        DemandStore store = new DemandStore(exporters, config.maxAge, clock, nanoTime);
        MetricLookup lookup = new MetricLookup(store::now, config.namespaceMap(), config.hpaTolerance);
        AdapterMetrics metrics = new AdapterMetrics(exporters.keySet(), store::now, lookup, version);
        try {
            security = new Security(vertx, config, timing, clock, metrics);
        } catch (IOException e) {
            vertx.close();
            throw e;
        }
        kedaServer = keda(config, lookup, metrics);
        readers = config.exporters.stream()
                .map(exporter -> reader(config, exporter, store, metrics))
                .toList();
        apiServer = new ApiServer(
                vertx,
                config.host,
                config.port,
                security.certificate(),
                security.admitted(),
                new KubernetesApi(lookup, security::unready, version),
                metrics,
                nanoTime);
        operationsServer =
                new OperationsServer(vertx, config.host, config.metricsPort, security::unready, store::now, metrics);
        try {
            metricsPort = started(operationsServer.start(), "--metrics-port", config.host, config.metricsPort);
            port = started(apiServer.start(), "--port", config.host, config.port);
            kedaPort = kedaServer.isPresent()
                    ? OptionalInt.of(started(
                            kedaServer.get().start(), "--keda-port", config.host, config.kedaPort.orElseThrow()))
                    : OptionalInt.empty();
        } catch (IOException e) {
            vertx.close();
            throw e;
        }
        watchdog = Watchdog.watch(vertx, MAX_BLOCKED, end);
        security.start(certificate -> serveWith(certificate, config.kedaTls));
        readers.forEach(ExporterReader::start);
    }

    /** Waits for the start of a server and returns its port. A failure names the address and the flag of the server. */
    private static int started(Future<Integer> server, String flag, String host, int port) throws IOException {
        try {
            return EventLoop.await(server, EventLoop.START_SECONDS);
        } catch (IOException e) {
            throw new IOException(
                    "cannot listen on " + host + " port " + port + " (" + flag + "): " + e.getMessage(), e);
        }
    }

    Thread.UncaughtExceptionHandler uncaughtErrors() {
        return uncaught;
    }

    int port() {
        return port;
    }

    int metricsPort() {
        return metricsPort;
    }

    /** Returns the port of KEDA's external scaler; empty if disabled. */
    OptionalInt kedaPort() {
        return kedaPort;
    }

    @FunctionalInterface
    interface Pause {
        void of(Duration time) throws InterruptedException;
    }

    /**
     * Continues to serve for the drain time, because clients can still use the address of the stopping adapter. Then
     * closes the adapter.
     */
    void stop(Pause pause) throws InterruptedException {
        try {
            pause.of(drain);
        } finally {
            close();
        }
    }

    /** Stops reading and serving; running requests still get a response. */
    @Override
    public void close() {
        watchdog.close();
        readers.forEach(ExporterReader::stop);
        security.stop();
        try {
            EventLoop.await(
                    Future.join(closeKeda(), apiServer.close())
                            .eventually(operationsServer::close)
                            .eventually(vertx::close),
                    EventLoop.STOP_SECONDS);
        } catch (IOException e) {
            // All other components end with the process.
            vertx.close();
        }
    }

    /**
     * This class has no lambda with the type KedaServer, because the JVM would load KedaServer to link such a lambda,
     * even if KEDA is disabled.
     */
    private Optional<KedaServer> keda(AdapterConfig config, MetricLookup lookup, AdapterMetrics metrics) {
        if (config.kedaPort.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new KedaServer(
                vertx,
                config.host,
                config.kedaPort.get(),
                config.kedaTls ? security.certificate() : Optional.empty(),
                lookup,
                metrics));
    }

    private Future<Boolean> serveWith(KeyCertOptions certificate, boolean kedaTls) {
        Future<Boolean> api = apiServer.serveWith(certificate);
        return kedaTls && kedaServer.isPresent()
                ? Future.join(api, kedaServer.get().serveWith(certificate)).map(true)
                : api;
    }

    private Future<Void> closeKeda() {
        return kedaServer.isPresent() ? kedaServer.get().close() : Future.succeededFuture();
    }

    private ExporterReader reader(
            AdapterConfig config, ExporterReader.Endpoint exporter, DemandStore store, AdapterMetrics metrics) {
        return new ExporterReader(
                vertx,
                exporter,
                config.exporterAccess(),
                config.interval,
                store,
                (name, failure) -> failure.ifPresentOrElse(
                        what -> metrics.exporterFailed(name, what), () -> metrics.exporterAnswered(name)));
    }
}
