package dev.sluice.exporter;

import dev.sluice.exporter.api.ApiServer;
import dev.sluice.exporter.api.ClusterDemand;
import dev.sluice.exporter.api.DemandReport;
import dev.sluice.exporter.api.ExporterStatus;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.SelfMetrics;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.sink.prometheus.MetricsServer;
import dev.sluice.exporter.sink.prometheus.PrometheusSink;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The running exporter: the one place where its parts are put together. */
public final class ExporterApp implements AutoCloseable {

    private static final int STOP_SECONDS = 5;

    private final Vertx vertx;
    private final Time time;
    private final ExporterConfig config;
    private final ProcessReading process;
    private final String version;
    private final PrometheusSink sink;
    private final List<ClusterReader> readers;
    private final MetricsServer metricsServer;
    private final ApiServer apiServer;
    private final int apiPort;

    private ExporterApp(ExporterConfig config, Time time, Map<String, String> environment, String version)
            throws IOException {
        this.config = config;
        this.time = time;
        this.version = version;
        this.process = new ProcessReading(version);
        this.vertx = vertx();
        this.sink = new PrometheusSink(MetricCatalog.families(), time.clock());
        this.readers = config.clusters().stream()
                .map(cluster -> new ClusterReader(
                        vertx,
                        time,
                        cluster,
                        config.poll(),
                        environment,
                        new ClusterPublisher(config.metrics(), List.of(sink))))
                .toList();
        try {
            this.metricsServer = MetricsServer.start(
                    config.prometheus().host(), config.prometheus().port(), sink, this::selfMetrics);
        } catch (IOException e) {
            vertx.close();
            throw e;
        }
        this.apiServer = new ApiServer(
                vertx, config.api().host(), config.api().port(), time.clock(), this::status, this::demand);
        try {
            this.apiPort = await(apiServer.start());
        } catch (IOException e) {
            metricsServer.close();
            vertx.close();
            throw e;
        }
        readers.forEach(ClusterReader::start);
    }

    /**
     * Starts to serve and to poll.
     *
     * @param environment the variables of the process
     * @param version what to call ourselves
     * @throws IOException where a port cannot be had; nothing is left running then
     */
    public static ExporterApp start(ExporterConfig config, Time time, Map<String, String> environment, String version)
            throws IOException {
        return new ExporterApp(config, time, environment, version);
    }

    public int metricsPort() {
        return metricsServer.port();
    }

    public int apiPort() {
        return apiPort;
    }

    /** Stops polling and serving; requests under way are cut off. */
    @Override
    public void close() {
        metricsServer.close();
        List<Future<Void>> stopped = readers.stream().map(ClusterReader::stop).toList();
        try {
            await(Future.join(stopped).eventually(apiServer::close).eventually(vertx::close));
        } catch (IOException e) {
            // It ends with the process.
            vertx.close();
        }
    }

    private MetricBatch selfMetrics() {
        Map<String, Instant> tokenExpiry = new TreeMap<>();
        Map<String, Integer> series = new TreeMap<>();
        for (ClusterReader reader : readers) {
            reader.tokenExpiresAt().ifPresent(at -> tokenExpiry.put(reader.cluster(), at));
            series.put(reader.cluster(), sink.seriesOf(reader.cluster()));
        }
        List<SourceStatus> sources =
                readers.stream().flatMap(reader -> reader.sources().stream()).toList();
        return new SelfMetrics(time.clock().instant(), sources, tokenExpiry, series, process.read());
    }

    private ExporterStatus status() {
        return new ExporterStatus(
                version,
                process.startedAt(),
                "http://" + config.prometheus().host() + ":" + metricsPort() + "/metrics",
                readers.stream().map(ClusterReader::status).toList());
    }

    private DemandReport demand() {
        return new DemandReport(readers.stream()
                .map(reader -> ClusterDemand.withoutNodeSets(reader.cluster(), "Kubernetes is not configured"))
                .toList());
    }

    private static Vertx vertx() {
        // Netty's own resolver falls back to public name servers where resolv.conf is missing; the JVM's does not.
        System.getProperties().putIfAbsent("vertx.disableDnsResolver", "true");
        return Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                // No cache folder: the root file system may be read-only.
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    }

    private static <T> T await(Future<T> future) throws IOException {
        try {
            return future.toCompletionStage().toCompletableFuture().get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new IOException("no answer within " + STOP_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
