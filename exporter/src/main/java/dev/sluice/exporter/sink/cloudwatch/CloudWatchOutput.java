package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.api.view.PublisherView;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.poll.Time;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.Optional;
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
        Map<String, String> leading =
                config.clusterName().map(name -> Map.of("ClusterName", name)).orElse(Map.of());
        this.sink = new CloudWatchSink(DeclaredMetric.of(config), leading, time.clock());
    }

    /** Returns the problem of the configured metrics, as one line; empty if the metrics are valid. */
    public static Optional<String> problem(CloudWatchConfig config) {
        try {
            DeclaredMetric.of(config);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of("cloudwatch.metrics: " + e.getMessage());
        }
    }

    public Sink sink() {
        return sink;
    }

    /** Starts to publish. */
    public void start(Vertx vertx, Supplier<MetricBatch> live) {
        lease = config.lease().enabled()
                ? Optional.of(new CloudWatchLease(vertx, time, config.lease(), environment))
                : Optional.empty();
        leadership = lease.<Leadership>map(one -> one).orElseGet(() -> Leadership.always(namedToLead()));
        SdkMetricSender to = new SdkMetricSender(config);
        sender = Optional.of(to);
        CloudWatchPublisher started = new CloudWatchPublisher(config, sink, live, to, leadership, time);
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
        return Preview.of(sink.present(live).rollups(), config);
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
