package dev.sluice.exporter;

import dev.sluice.exporter.api.ClusterView;
import dev.sluice.exporter.config.MetricsConfig;
import dev.sluice.exporter.derive.CapacitySummary;
import dev.sluice.exporter.derive.JobSeries;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.life.JobLife;
import dev.sluice.exporter.metrics.ControllerMetrics;
import dev.sluice.exporter.metrics.GroupedBatch;
import dev.sluice.exporter.metrics.JobSeriesMetrics;
import dev.sluice.exporter.metrics.LifeMetrics;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.NodeMetrics;
import dev.sluice.exporter.metrics.PartitionMetrics;
import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.QueueMetrics;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.model.ClusterSnapshot;
import dev.sluice.exporter.model.Job;
import dev.sluice.exporter.model.Node;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.Partition;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Turns what one source of one cluster has newly observed into metrics, and publishes them. Confined to the cluster's
 * worker, but for {@link #queue()} and {@link #nodes()}.
 */
final class ClusterPublisher {

    private final SeriesBudget budget;
    private final boolean eachJob;
    private final JobLife life;
    private final List<Sink> sinks;
    private final Optional<ClusterScaling> scaling;
    private List<String> partitionNames = List.of();
    private Instant nodesExpireAt = Instant.MIN;
    private volatile Optional<ClusterView.Queue> queue = Optional.empty();
    private volatile Optional<ClusterView.Nodes> nodes = Optional.empty();

    ClusterPublisher(MetricsConfig config, List<Sink> sinks, Optional<ClusterScaling> scaling) {
        this.budget = budget(config);
        this.eachJob = config.jobs().enabled();
        this.life = new JobLife(config.queues());
        this.sinks = List.copyOf(sinks);
        this.scaling = scaling;
    }

    /** Nodes have been observed. */
    void nodes(SourceStatus status, ClusterSnapshot snapshot) {
        nodesExpireAt = expiry(status);
        publishNodes(snapshot);
    }

    /** Partitions have been observed. */
    void partitions(SourceStatus status, ClusterSnapshot snapshot) {
        publish(
                snapshot,
                status.source(),
                snapshot.partitions().map(partitions -> new PartitionMetrics(snapshot.cluster(), partitions.value())),
                expiry(status));
        partitions(snapshot);
    }

    /**
     * Jobs have been observed.
     *
     * @param sources the state of all of Slurm's sources after that answer
     */
    void jobs(SourceStatus status, ClusterSnapshot snapshot, List<SourceStatus> sources) {
        Instant expiresAt = expiry(status);
        publish(snapshot, status.source(), snapshot.jobs().map(jobs -> jobs(snapshot, jobs)), expiresAt);
        scaling.ifPresent(present -> publish(snapshot, "kubernetes", present.observe(snapshot, sources), expiresAt));
    }

    /** Controllers have been observed. */
    void ping(SourceStatus status, ClusterSnapshot snapshot) {
        publish(
                snapshot,
                status.source(),
                snapshot.controllers()
                        .map(controllers -> new ControllerMetrics(snapshot.cluster(), controllers.value())),
                expiry(status));
    }

    /** When what a source has answered is withdrawn; {@link Instant#MIN} where it has not answered. */
    static Instant expiry(SourceStatus status) {
        return status.observedAt().map(at -> at.plus(status.maxAge())).orElse(Instant.MIN);
    }

    /** The queue of which the newest numbers were published. */
    Optional<ClusterView.Queue> queue() {
        return queue;
    }

    /** The nodes of which the newest numbers were published. */
    Optional<ClusterView.Nodes> nodes() {
        return nodes;
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
        publish(
                snapshot,
                SlurmSource.NODES.label(),
                snapshot.nodes().map(nodes -> nodes(snapshot, nodes)),
                nodesExpireAt);
    }

    private MetricBatch nodes(ClusterSnapshot snapshot, Observed<List<Node>> nodes) {
        List<JoinedNode> real = scaling.map(present -> withoutGhosts(present.join(snapshot)))
                .orElseGet(() -> nodes.value().stream()
                        .map(JoinedNode::outsideKubernetes)
                        .toList());
        CapacitySummary capacity =
                CapacitySummary.of(real.stream().map(JoinedNode::node).toList(), partitionNames);
        this.nodes = Optional.of(new ClusterView.Nodes(real, capacity, nodes.at()));
        return new NodeMetrics(snapshot.cluster(), real, capacity, nodes.at());
    }

    /** A record of a pod that is gone is no capacity that anybody has lost. */
    private static List<JoinedNode> withoutGhosts(Collection<JoinedNode> nodes) {
        return nodes.stream().filter(node -> !node.ghost()).toList();
    }

    private MetricBatch jobs(ClusterSnapshot snapshot, Observed<List<Job>> jobs) {
        QueueSummary summary = QueueSummary.of(jobs.value(), partitionNames, jobs.at(), budget);
        queue = Optional.of(new ClusterView.Queue(jobs.value(), summary, jobs.at()));
        life.observe(jobs.value(), partitionNames, jobs.at());
        List<MetricBatch> parts = new ArrayList<>();
        parts.add(new QueueMetrics(snapshot.cluster(), summary, jobs.at()));
        parts.add(new LifeMetrics(snapshot.cluster(), life.counts()));
        if (eachJob) {
            parts.add(new JobSeriesMetrics(
                    snapshot.cluster(), JobSeries.of(jobs.value(), budget), nodesByName(snapshot), budget));
        }
        return new GroupedBatch(parts);
    }

    private Map<String, JoinedNode> nodesByName(ClusterSnapshot snapshot) {
        return scaling.map(present -> present.join(snapshot)).orElse(List.of()).stream()
                .collect(Collectors.toMap(node -> node.node().name(), Function.identity(), (first, second) -> first));
    }

    static SeriesBudget budget(MetricsConfig config) {
        return new SeriesBudget(
                config.topUsers(),
                config.topAccounts(),
                config.queues(),
                config.jobs().budget(),
                rule(config.userNames()),
                rule(config.accountNames()));
    }

    static NameRule rule(MetricsConfig.Names names) {
        return switch (names) {
            case SHOW -> NameRule.SHOW;
            case HASH -> NameRule.HASH;
            case DROP -> NameRule.DROP;
        };
    }

    private void publish(ClusterSnapshot snapshot, String source, Optional<MetricBatch> batch, Instant expiresAt) {
        batch.map(metrics -> new Publication(snapshot.cluster(), source, metrics, expiresAt))
                .ifPresent(publication -> sinks.forEach(sink -> sink.publish(publication)));
    }
}
