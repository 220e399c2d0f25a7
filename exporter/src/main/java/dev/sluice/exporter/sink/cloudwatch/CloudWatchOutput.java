package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.api.view.PublisherView;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.sink.cloudwatch.rollup.BuiltInProfile;
import dev.sluice.exporter.sink.cloudwatch.rollup.DeclaredMetric;
import dev.sluice.exporter.sink.cloudwatch.rollup.Dimension;
import dev.sluice.exporter.sink.cloudwatch.rollup.DimensionNames;
import dev.sluice.exporter.sink.cloudwatch.rollup.Profile;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Assembles the CloudWatch publisher from the configuration. */
public final class CloudWatchOutput implements AutoCloseable {

    private final CloudWatchConfig config;
    private final Time time;
    private final Map<String, String> environment;
    private final CloudWatchSink sink;
    private Optional<CloudWatchPublisher> publisher = Optional.empty();
    private Optional<SdkMetricSender> sender = Optional.empty();
    private Optional<CloudWatchLease> lease = Optional.empty();
    private Leadership leadership = Leadership.always(false);

    public CloudWatchOutput(CloudWatchConfig config, Time time, Map<String, String> environment) {
        this.config = config;
        this.time = time;
        this.environment = environment;
        this.sink = new CloudWatchSink(profile(config), time.clock());
    }

    /** Returns the problem of the configured metrics, as one line; empty if the metrics are valid. */
    public static Optional<String> problem(CloudWatchConfig config) {
        try {
            profile(config);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of("cloudwatch.metrics: " + e.getMessage());
        }
    }

    private static Profile profile(CloudWatchConfig config) {
        List<DeclaredMetric> metrics = new ArrayList<>(
                BuiltInProfile.metrics(MetricCatalog.families(), config.partitions(), config.nodeSets()));
        for (int i = 0; i < config.metrics().size(); i++) {
            metrics.add(declared(config.metrics().get(i), BuiltInProfile.FURTHER + i));
        }
        List<Dimension> leading = config.clusterName()
                .map(name -> List.of(new Dimension(DimensionNames.CLUSTER_NAME, name)))
                .orElse(List.of());
        return new Profile(leading, metrics);
    }

    private static DeclaredMetric declared(CloudWatchMetricConfig metric, int priority) {
        MetricFamily family = MetricCatalog.family(metric.family());
        List<String> labels = new ArrayList<>(metric.dimensions());
        if (family.labels().contains("cluster")) {
            labels.remove("cluster");
            labels.add(0, "cluster");
        }
        return new DeclaredMetric(metric.name(), priority, family, metric.where(), labels, metric.fold(), family);
    }

    public Sink sink() {
        return sink;
    }

    /** Starts to publish. */
    public void start(Vertx vertx, Supplier<MetricBatch> live) {
        lease = config.lease()
                .namespace()
                .filter(unused -> config.lease().enabled())
                .map(namespace -> new CloudWatchLease(
                        vertx, time, new ObjectName(namespace, config.lease().name()), config.lease(), environment));
        leadership = lease.<Leadership>map(one -> one).orElseGet(() -> Leadership.always(namedToLead()));
        SdkMetricSender to = new SdkMetricSender(new SdkMetricSender.Settings(
                config.namespace(), config.region(), config.endpoint().map(URI::create)));
        sender = Optional.of(to);
        CloudWatchPublisher started = new CloudWatchPublisher(
                config,
                sink,
                live,
                to,
                leadership,
                new CloudWatchPublisher.Ticks(
                        time.wall(),
                        time.nanoTime(),
                        () -> ThreadLocalRandom.current().nextDouble()));
        publisher = Optional.of(started);
        started.start();
        lease.ifPresent(CloudWatchLease::start);
    }

    private boolean namedToLead() {
        return config.leader()
                .map(host -> host.equals(environment.get("HOSTNAME")))
                .orElse(true);
    }

    /** Returns the publisher's metrics; empty before the publisher starts. */
    public Optional<MetricBatch> metrics() {
        return publisher.map(CloudWatchPublisher::status);
    }

    /** Returns the publisher's state for the status page. */
    public PublisherView view() {
        return new PublisherView(leadership.term().isPresent(), lease.map(CloudWatchLease::view));
    }

    /** Returns a table of the metrics for CloudWatch, with the cost of publishing them. */
    public String preview(MetricBatch live) {
        return sink.preview(live, config);
    }

    @Override
    public void close() {
        publisher.ifPresent(CloudWatchPublisher::close);
        sender.ifPresent(SdkMetricSender::close);
    }

    /**
     * Releases the leadership to another process. Call this method after {@link #close()}. Releases immediately only if
     * no request of this process can still arrive.
     */
    public Future<Void> release() {
        boolean ended = publisher.map(CloudWatchPublisher::ended).orElse(true);
        return lease.map(one -> one.stop(ended)).orElseGet(Future::succeededFuture);
    }
}
