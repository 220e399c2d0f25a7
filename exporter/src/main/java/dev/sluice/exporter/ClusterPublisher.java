package dev.sluice.exporter;

import dev.sluice.exporter.config.MetricsConfig;
import dev.sluice.exporter.derive.CapacitySummary;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.metrics.ControllerMetrics;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.NodeMetrics;
import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.QueueMetrics;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.model.ClusterSnapshot;
import dev.sluice.exporter.model.Job;
import dev.sluice.exporter.model.Node;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.Partition;
import dev.sluice.exporter.model.SourceStatus;
import java.util.List;
import java.util.Optional;

/** Turns what one source has newly observed into metrics, and publishes them. */
final class ClusterPublisher {

    private final MetricsConfig config;
    private final List<Sink> sinks;

    ClusterPublisher(MetricsConfig config, List<Sink> sinks) {
        this.config = config;
        this.sinks = List.copyOf(sinks);
    }

    void publish(SourceStatus status, ClusterSnapshot snapshot) {
        switch (status.source()) {
            case "nodes" -> publish(status, snapshot.nodes().map(nodes -> nodes(snapshot, nodes)));
            case "jobs" -> publish(status, snapshot.jobs().map(jobs -> jobs(snapshot, jobs)));
            case "ping" ->
                publish(
                        status,
                        snapshot.controllers()
                                .map(controllers -> new ControllerMetrics(snapshot.cluster(), controllers.value())));
            default -> {
                // Partitions name what the others show.
            }
        }
    }

    private MetricBatch nodes(ClusterSnapshot snapshot, Observed<List<Node>> nodes) {
        CapacitySummary capacity = CapacitySummary.of(nodes.value(), partitionNames(snapshot));
        return new NodeMetrics(snapshot.cluster(), nodes.value(), capacity, nodes.at());
    }

    private MetricBatch jobs(ClusterSnapshot snapshot, Observed<List<Job>> jobs) {
        QueueSummary queue = QueueSummary.of(
                jobs.value(), partitionNames(snapshot), jobs.at(), config.topUsers(), config.topAccounts());
        return new QueueMetrics(snapshot.cluster(), queue, jobs.at());
    }

    private static List<String> partitionNames(ClusterSnapshot snapshot) {
        return snapshot.partitions().map(Observed::value).orElse(List.of()).stream()
                .map(Partition::name)
                .toList();
    }

    private void publish(SourceStatus status, Optional<MetricBatch> batch) {
        if (batch.isEmpty() || status.observedAt().isEmpty()) {
            return;
        }
        Publication publication = new Publication(
                status.cluster(),
                status.source(),
                batch.get(),
                status.observedAt().get().plus(status.maxAge()));
        sinks.forEach(sink -> sink.publish(publication));
    }
}
