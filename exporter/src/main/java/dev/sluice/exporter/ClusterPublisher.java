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
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Turns what one source of one cluster has newly observed into metrics, and publishes them. */
final class ClusterPublisher {

    private final MetricsConfig config;
    private final List<Sink> sinks;
    private List<String> partitionNames = List.of();
    private Instant nodesExpireAt = Instant.MIN;

    ClusterPublisher(MetricsConfig config, List<Sink> sinks) {
        this.config = config;
        this.sinks = List.copyOf(sinks);
    }

    void publish(SourceStatus status, ClusterSnapshot snapshot) {
        Instant expiresAt = status.observedAt().orElse(Instant.MIN).plus(status.maxAge());
        switch (status.source()) {
            case "nodes" -> {
                nodesExpireAt = expiresAt;
                publishNodes(snapshot);
            }
            case "partitions" -> partitions(snapshot);
            case "jobs" -> publish(snapshot, "jobs", snapshot.jobs().map(jobs -> jobs(snapshot, jobs)), expiresAt);
            case "ping" ->
                publish(
                        snapshot,
                        "ping",
                        snapshot.controllers()
                                .map(controllers -> new ControllerMetrics(snapshot.cluster(), controllers.value())),
                        expiresAt);
            default -> throw new IllegalArgumentException("no metrics come from " + status.source());
        }
    }

    /** Partitions name what the others show: a new one without nodes must not wait for the next answer on nodes. */
    private void partitions(ClusterSnapshot snapshot) {
        List<String> names = snapshot.partitions().map(Observed::value).orElse(List.of()).stream()
                .map(Partition::name)
                .toList();
        if (!names.equals(partitionNames)) {
            partitionNames = names;
            publishNodes(snapshot);
        }
    }

    private void publishNodes(ClusterSnapshot snapshot) {
        publish(snapshot, "nodes", snapshot.nodes().map(nodes -> nodes(snapshot, nodes)), nodesExpireAt);
    }

    private MetricBatch nodes(ClusterSnapshot snapshot, Observed<List<Node>> nodes) {
        CapacitySummary capacity = CapacitySummary.of(nodes.value(), partitionNames);
        return new NodeMetrics(snapshot.cluster(), nodes.value(), capacity, nodes.at());
    }

    private MetricBatch jobs(ClusterSnapshot snapshot, Observed<List<Job>> jobs) {
        QueueSummary queue =
                QueueSummary.of(jobs.value(), partitionNames, jobs.at(), config.topUsers(), config.topAccounts());
        return new QueueMetrics(snapshot.cluster(), queue, jobs.at());
    }

    private void publish(ClusterSnapshot snapshot, String source, Optional<MetricBatch> batch, Instant expiresAt) {
        batch.map(metrics -> new Publication(snapshot.cluster(), source, metrics, expiresAt))
                .ifPresent(publication -> sinks.forEach(sink -> sink.publish(publication)));
    }
}
