package dev.sluice.exporter;

import dev.sluice.common.blocking.UncaughtErrors;
import dev.sluice.common.blocking.Watchdog;
import dev.sluice.common.net.EventLoop;
import dev.sluice.exporter.access.ListenConfig;
import dev.sluice.exporter.api.ApiServer;
import dev.sluice.exporter.api.ExporterStatus;
import dev.sluice.exporter.api.TrustedProxy;
import dev.sluice.exporter.api.Visibility;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.config.PricesConfig.HourPriceConfig;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.PriceList.HourPrice;
import dev.sluice.exporter.derive.usage.UsageStore;
import dev.sluice.exporter.doctor.Examined;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.metrics.SelfMetrics;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.Validity;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchPublisher;
import dev.sluice.exporter.sink.otlp.OtlpPush;
import dev.sluice.exporter.sink.prometheus.MetricsServer;
import dev.sluice.exporter.sink.prometheus.PrometheusSink;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.state.UsageFile;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The running exporter; creates and connects its components. */
public final class ExporterApp implements AutoCloseable {

    /** Longer than any work measured on the event loop. */
    private static final Duration MAX_BLOCKED = Duration.ofMinutes(1);

    /** Where a preview serves. */
    private static final ListenConfig LOOPBACK = new ListenConfig("127.0.0.1", 0);

    /** Prefix of a GPU type in {@code prices.perHour.resource}. */
    private static final String GPU = "gpu:";

    private final Vertx vertx;
    private final Time time;
    private final ExporterConfig config;
    private final Access access;
    private final ProcessReading process;
    private final String version;
    private final Publications publications;
    private final Optional<CloudWatchPublisher> cloudWatch;
    /** Used without method references: each would load OpenTelemetry although OTLP is off. */
    private final Optional<OtlpPush> otlp;

    private final List<UsageFile> usage = new ArrayList<>();
    private final List<ClusterReader> readers;
    private final MetricsServer metricsServer;
    private final ApiServer apiServer;
    private final int apiPort;
    private final PriceList prices;
    private final UncaughtErrors uncaught;
    private final Watchdog watchdog;

    /**
     * @param preview true to derive the metrics for CloudWatch in any case, to publish nothing, and to serve only on
     *     free loopback ports
     */
    private ExporterApp(
            ExporterConfig config,
            Time time,
            Map<String, String> environment,
            String version,
            boolean preview,
            Consumer<String> end)
            throws IOException {
        this.access = new Access(config);
        this.publications = new Publications(time.clock());
        this.cloudWatch = Optional.of(config.cloudWatch())
                .filter(settings -> preview || settings.enabled())
                .map(settings -> new CloudWatchPublisher(settings, publications, this::liveMetrics, time));
        this.config = config;
        this.prices = new PriceList(
                config.prices().currency(),
                config.prices().perHour().stream().map(ExporterApp::price).toList());
        this.time = time;
        this.version = version;
        this.process = new ProcessReading(version);
        OtlpPush.Instance origin = new OtlpPush.Instance(process.startedAt(), version, environment);
        this.otlp = config.otlp().enabled() && !preview
                ? Optional.of(new OtlpPush(time, config.otlp(), origin, publications, this::liveMetrics))
                : Optional.empty();
        this.uncaught = new UncaughtErrors(end);
        this.vertx = EventLoop.create();
        vertx.exceptionHandler(uncaught::onEventLoop);
        // A dry run must not change the files of a running exporter.
        Optional<Path> directory = config.metrics().usageDirectory().filter(unused -> !preview);
        ClusterReader.Shared shared = new ClusterReader.Shared(
                vertx,
                time,
                environment,
                publications,
                new ReadMemory(),
                name -> directory
                        .<UsageStore>map(folder -> usageFile(folder, name))
                        .orElse(UsageStore.NOWHERE),
                prices);
        this.readers = config.clusters().stream()
                .map(cluster -> new ClusterReader(
                        shared,
                        cluster,
                        config.poll(),
                        config.metrics(),
                        config.api().readsJobNames()))
                .toList();
        try {
            ListenConfig at = preview ? LOOPBACK : config.prometheus().listen();
            PrometheusSink sink = new PrometheusSink(MetricCatalog.families(), publications);
            this.metricsServer = MetricsServer.start(at.host(), at.port(), access.metrics(), sink, this::liveMetrics);
        } catch (IOException e) {
            usage.forEach(UsageFile::close);
            vertx.close();
            throw e;
        }
        ListenConfig at = preview ? LOOPBACK : config.api().listen();
        TrustedProxy proxy = new TrustedProxy(config.api().proxy());
        this.apiServer = new ApiServer(vertx, at, access.api(), proxy, visibility(), time.wall(), this::status);
        try {
            this.apiPort = EventLoop.await(apiServer.start(), EventLoop.START_SECONDS);
        } catch (IOException e) {
            metricsServer.close();
            usage.forEach(UsageFile::close);
            vertx.close();
            throw new IOException(
                    "cannot serve the API on " + at.host() + " port " + at.port() + " (api.port): " + e.getMessage(),
                    e);
        }
        this.watchdog = Watchdog.watch(vertx, MAX_BLOCKED, end);
        access.follow(vertx, apiServer);
        readers.forEach(ClusterReader::start);
    }

    /**
     * Starts serving and polling.
     *
     * @param environment environment variables of the process
     * @param version version of the exporter
     * @param end ends the process if a component fails; receives the reason
     * @throws IOException if a port or a certificate cannot be used; all components are stopped in this case
     */
    public static ExporterApp start(
            ExporterConfig config, Time time, Map<String, String> environment, String version, Consumer<String> end)
            throws IOException {
        ExporterApp app = new ExporterApp(config, time, environment, version, false, end);
        app.cloudWatch.ifPresent(publisher -> publisher.start(environment));
        app.otlp.ifPresent(push -> push.start());
        return app;
    }

    /** Starts serving and polling; previews the CloudWatch metrics without publishing them. */
    static ExporterApp withoutPublishing(ExporterConfig config, Time time, Map<String, String> environment)
            throws IOException {
        return new ExporterApp(config, time, environment, "dry run", true, unused -> {});
    }

    List<SourceStatus> sources() {
        return readers.stream().flatMap(reader -> reader.sources().stream()).toList();
    }

    /** Returns the data of every cluster for {@code sluice doctor}. */
    List<Examined> examined() {
        return readers.stream().map(ClusterReader::examined).toList();
    }

    Optional<String> cloudWatchPreview() {
        return cloudWatch.map(CloudWatchPublisher::preview);
    }

    Thread.UncaughtExceptionHandler uncaughtErrors() {
        return uncaught;
    }

    public int metricsPort() {
        return metricsServer.port();
    }

    public int apiPort() {
        return apiPort;
    }

    /** Stops polling and serving; requests in flight are aborted. */
    @Override
    public void close() {
        watchdog.close();
        cloudWatch.ifPresent(CloudWatchPublisher::close);
        metricsServer.close();
        otlp.ifPresent(push -> push.close());
        List<Future<Void>> stopped = new ArrayList<>();
        readers.forEach(reader -> stopped.add(reader.stop()));
        try {
            EventLoop.await(
                    Future.join(stopped).eventually(apiServer::close).eventually(vertx::close), EventLoop.STOP_SECONDS);
        } catch (IOException e) {
            // Does not wait, because Vert.x ends with the process.
            vertx.close();
        }
        usage.forEach(UsageFile::close);
    }

    private UsageFile usageFile(Path directory, String cluster) {
        UsageFile file = UsageFile.in(directory, cluster, time.clock());
        usage.add(file);
        return file;
    }

    private static HourPrice price(HourPriceConfig price) {
        return new HourPrice(
                price.resource().startsWith(GPU) ? price.resource().substring(GPU.length()) : HourPrice.CPU,
                price.partition().orElse(""),
                price.nodeSet().orElse(""),
                price.price(),
                price.kind(),
                price.validFrom().orElse(HourPrice.ALWAYS));
    }

    /** Returns the metrics that change without a poll, and are therefore computed for each scrape. */
    private MetricBatch liveMetrics() {
        List<MetricBatch> parts = new ArrayList<>();
        readers.forEach(reader -> reader.signalMetrics().ifPresent(parts::add));
        parts.add(SelfMetrics.SECTION.batch(selfMetrics()));
        readers.forEach(reader -> parts.add(reader.readMetrics()));
        cloudWatch.map(CloudWatchPublisher::metrics).ifPresent(parts::add);
        otlp.map(push -> push.metrics()).ifPresent(parts::add);
        access.counts().ifPresent(parts::add);
        parts.add(SelfMetrics.Prices.SECTION.batch(priceMetrics()));
        return MetricBatch.of(parts);
    }

    private SelfMetrics.Prices priceMetrics() {
        return new SelfMetrics.Prices(
                readers.stream().map(ClusterReader::cluster).toList(),
                prices.currency().getCurrencyCode(),
                prices.validIn(YearMonth.now(time.wall().withZone(ZoneOffset.UTC))));
    }

    private SelfMetrics selfMetrics() {
        Map<String, Validity> tokens = new TreeMap<>();
        Map<String, Integer> series = new TreeMap<>();
        for (ClusterReader reader : readers) {
            reader.tokenValidity().ifPresent(validity -> tokens.put(reader.cluster(), validity));
            series.put(reader.cluster(), publications.seriesOf(reader.cluster()));
        }
        return new SelfMetrics(
                time.clock().instant(),
                sources(),
                tokens,
                series,
                usage.stream().map(UsageFile::age).toList(),
                process.read(uncaught.count()));
    }

    private ExporterStatus status() {
        return new ExporterStatus(
                version,
                process.startedAt(),
                (config.prometheus().tls().isPresent() ? "https" : "http") + "://"
                        + config.prometheus().host() + ":" + metricsPort() + "/metrics",
                readers.stream().map(ClusterReader::view).toList(),
                cloudWatch.map(publisher -> new ExporterStatus.Publisher(publisher.publishes())),
                prices);
    }

    /** Returns the visibility of names. The API hides each user or account that the metrics must not name. */
    private Visibility visibility() {
        NameRule users = config.api().showUsers() ? config.metrics().userNames() : NameRule.DROP;
        return new Visibility(
                users, config.metrics().accountNames(), config.api().showJobNames());
    }
}
