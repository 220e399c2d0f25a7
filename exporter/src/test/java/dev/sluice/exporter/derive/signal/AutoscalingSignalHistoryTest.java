package dev.sluice.exporter.derive.signal;

import static dev.sluice.exporter.derive.join.Clusters.limit;
import static dev.sluice.exporter.derive.join.Clusters.node;
import static dev.sluice.exporter.derive.join.Clusters.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.ScalingPolicy;
import dev.sluice.exporter.derive.scaling.ShapeClass;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the state that one observation passes to the next. */
class AutoscalingSignalHistoryTest {

    private static final Instant NOON = Instant.ofEpochSecond(JobBuilder.NOW);
    private static final Node IDLE = node("gpu-0", NodeBaseState.IDLE);

    private final Clusters cluster = new Clusters();
    private final List<SourceStatus> unneeded = new ArrayList<>();
    private boolean publishing;
    private final AutoscalingSignal signal = new AutoscalingSignal(
            "research", ScalingPolicy.DEFAULT, Map.of(), Duration.ofSeconds(90), Duration.ofMinutes(15));

    @BeforeEach
    void prepareOneNodeSet() {
        cluster.nodeSets.add(Clusters.slinky());
        cluster.partitions.add(Clusters.partition("gpu", "gpu-0", "gpu"));
        cluster.hpas.add(limit(0, 16));
        cluster.pods.add(pod(0, Clusters.PodOf.READY));
    }

    private ScalingDemand observe(int seconds, List<Node> nodes, Job... jobs) {
        Instant at = NOON.plusSeconds(seconds);
        cluster.nodes.clear();
        cluster.nodes.addAll(nodes);
        ClusterSnapshot slurm = cluster.slurm().withNodes(new Observed<>(nodes, at));
        List<SourceStatus> sources = Stream.of("nodes", "partitions", "jobs")
                .map(source -> fresh(source, at))
                .toList();
        Stream<SourceStatus> needed = Stream.of("kube-nodesets-slinky", "kube-pods-slinky", "kube-nodes", "kube-hpas")
                .map(source -> fresh(source, at));
        List<SourceStatus> resources = Stream.concat(needed, unneeded.stream()).toList();
        KubernetesSnapshot kubernetes = cluster.kubernetes().withResources(resources, Set.of("kube-gpu-pods"));
        signal.observe(
                slurm.withJobs(new Observed<>(List.of(jobs), at), slurm.nodes().orElseThrow()),
                kubernetes,
                sources,
                at);
        Signal now = signal.at(at, sources, kubernetes);
        publishing = now.publishing();
        return now.demand().orElseThrow();
    }

    private static SourceStatus fresh(String source, Instant at) {
        return SourceStatus.waiting(
                        "research", source, new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofMinutes(10)))
                .answered(
                        at,
                        new SourceStatus.Answer("26.05.5", "v0.0.45", 1_000, 0, Optional.empty()),
                        Duration.ofMillis(20));
    }

    @Test
    void believesSlurmWhereItKeepsSayingThatAJobDoesNotFit() {
        Job job = JobBuilder.job(2).in("gpu").exclusive().slurmNodes(3).build();
        assertThat(observe(0, List.of(IDLE), job).pools().get(0).desired()).isEqualTo(1);

        observe(120, List.of(IDLE), job);
        assertThat(signal.contradictions()).hasSize(1);

        assertThat(observe(135, List.of(IDLE), job).pools().get(0).desired()).isEqualTo(3);
        assertThat(signal.contradictions()).isEmpty();
        assertThat(signal.distrusted()).containsEntry(ShapeClass.WHOLE_NODES, 1L);
    }

    @Test
    void doesWithoutOldPodsOfOtherNamespaces() {
        Instant hourAgo = NOON.minus(Duration.ofHours(1));
        unneeded.add(fresh("kube-gpu-pods", hourAgo));

        observe(0, List.of(IDLE));

        assertThat(publishing).isTrue();
    }

    @Test
    void remembersThatNodesDoNotStart() {
        cluster.pods.add(pod(1, Clusters.PodOf.CREATED));
        assertThat(observe(0, List.of(IDLE)).backoffs()).isEmpty();
        assertThat(observe(599, List.of(IDLE)).backoffs()).isEmpty();

        assertThat(observe(600, List.of(IDLE)).backoffs().values()).containsExactly(NOON.plusSeconds(1_500));
    }
}
