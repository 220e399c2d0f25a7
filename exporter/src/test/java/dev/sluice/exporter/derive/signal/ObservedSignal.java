package dev.sluice.exporter.derive.signal;

import static dev.sluice.exporter.derive.join.Clusters.limit;
import static dev.sluice.exporter.derive.join.Clusters.node;
import static dev.sluice.exporter.derive.join.Clusters.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingInput;
import dev.sluice.exporter.derive.signal.Signal.WithheldReason;
import dev.sluice.exporter.derive.signal.Signal.WithheldReason.Cause;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;

/** Observes one NodeSet with one ready pod. All sources are read at noon. */
abstract class ObservedSignal {

    static final Instant NOON = Instant.ofEpochSecond(JobBuilder.NOW);
    static final Duration MAX_AGE = Duration.ofSeconds(90);
    /** The maximum age of shown data is a separate setting for each source. */
    static final Duration SHOWN = Duration.ofMinutes(10);

    static final Node BUSY = node("gpu-0", NodeBaseState.ALLOCATED);
    static final Node IDLE = node("gpu-0", NodeBaseState.IDLE);
    static final Job RUNNING = JobBuilder.job(1).in("gpu").runningOn("gpu-0").build();
    static final Job TWO_NODES =
            JobBuilder.job(2).in("gpu").nodes(2).exclusive().build();

    final Clusters cluster = new Clusters();
    final AutoscalingSignal signal =
            new AutoscalingSignal("research", ScalingInput.Policy.DEFAULT, Map.of(), MAX_AGE, Duration.ofMinutes(15));
    final List<SourceStatus> sources = new ArrayList<>();
    final List<SourceStatus> resources = new ArrayList<>();
    final Set<String> denied = new HashSet<>();

    @BeforeEach
    void prepareOneNodeSet() {
        cluster.nodeSets.add(Clusters.slinky());
        cluster.partitions.add(Clusters.partition("gpu", "gpu-0", "gpu"));
        cluster.hpas.add(limit(0, 16));
        cluster.pods.add(pod(0, Clusters.PodOf.READY));
        for (String source : List.of("nodes", "partitions", "jobs")) {
            sources.add(asOf(NOON, source));
        }
        for (String source : List.of("kube-nodesets-slinky", "kube-pods-slinky", "kube-nodes", "kube-hpas")) {
            resources.add(asOf(NOON, source));
        }
    }

    void observe(List<Node> nodes, Job... jobs) {
        observeAt(NOON, nodes, jobs);
    }

    /** All responses are from the given time. The data is from noon, which is recent enough for scaling. */
    void observeAt(Instant at, List<Node> nodes, Job... jobs) {
        ClusterSnapshot slurm = slurm(nodes).withNodes(new Observed<>(nodes, at));
        signal.observe(
                slurm.withJobs(
                        new Observed<>(Arrays.asList(jobs), at), slurm.nodes().orElseThrow()),
                kubernetes(),
                sources,
                NOON);
    }

    ClusterSnapshot slurm(List<Node> nodes) {
        cluster.nodes.clear();
        cluster.nodes.addAll(nodes);
        return cluster.slurm().withNodes(new Observed<>(nodes, NOON));
    }

    KubernetesSnapshot kubernetes() {
        return cluster.kubernetes().withResources(resources, denied);
    }

    Signal now() {
        return at(NOON);
    }

    Signal at(Instant now) {
        return signal.at(now, sources, kubernetes());
    }

    long desired() {
        assertThat(now().withheldReason()).isEmpty();
        return now().demand().orElseThrow().pools().stream()
                .mapToLong(PoolDemand::desired)
                .sum();
    }

    void assertWithheld(Cause cause, String reason) {
        assertThat(now().withheldReason()).contains(new WithheldReason(cause, reason));
    }

    void replace(String source, SourceStatus status) {
        sources.replaceAll(old -> old.source().equals(source) ? status : old);
        resources.replaceAll(old -> old.source().equals(source) ? status : old);
    }

    static SourceStatus asOf(Instant observedAt, String source) {
        return status(source, Optional.of(observedAt), Optional.empty(), 0, Optional.empty());
    }

    static SourceStatus status(
            String source,
            Optional<Instant> observedAt,
            Optional<String> failure,
            int unreadable,
            Optional<String> problem) {
        return new SourceStatus(
                "research",
                source,
                new SourceStatus.Pace(Duration.ofSeconds(15), SHOWN),
                observedAt,
                new SourceStatus.Answer("26.05.5", "v0.0.45", 1_000, unreadable, problem),
                Duration.ofMillis(20),
                Map.of(),
                failure.map(message -> new SourceStatus.Failure(FailureKind.UNEXPECTED_STATUS, message, NOON)),
                Optional.empty());
    }
}
