package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.api.ExporterStatus.Publisher;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.PushMetrics;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.poll.Time;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Assembles the CloudWatch publisher from the configuration. */
public final class CloudWatchOutput implements AutoCloseable {

    private final CloudWatchConfig config;
    private final Time time;
    /** True if this process is the publisher. */
    private final boolean leads;

    private final CloudWatchSink sink;
    private Optional<CloudWatchPublisher> publisher = Optional.empty();
    private Optional<SdkMetricSender> sender = Optional.empty();

    public CloudWatchOutput(CloudWatchConfig config, Time time, Map<String, String> environment) {
        this.config = config;
        this.time = time;
        this.leads = config.leader()
                .map(host -> host.equals(environment.get("HOSTNAME")))
                .orElse(true);
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

    /** Starts to publish, unless another process is the publisher. */
    public void start(Supplier<MetricBatch> live) {
        if (!leads) {
            return;
        }
        SdkMetricSender to = new SdkMetricSender(config);
        sender = Optional.of(to);
        CloudWatchPublisher started = new CloudWatchPublisher(config, sink, live, to, time);
        publisher = Optional.of(started);
        started.start();
    }

    /** Returns the publisher's metrics. */
    public MetricBatch metrics() {
        return publisher.map(CloudWatchPublisher::status).orElse(PushMetrics.CloudWatch.nothingYet(false));
    }

    /** Returns the publisher's state for the status page. */
    public Publisher view() {
        return new Publisher(publisher.isPresent());
    }

    /** Returns a table of the metrics for CloudWatch, with the cost of publishing them. */
    public String preview(MetricBatch live) {
        return Preview.of(sink.present(live), config);
    }

    @Override
    public void close() {
        publisher.ifPresent(CloudWatchPublisher::close);
        sender.ifPresent(SdkMetricSender::close);
    }
}
