package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.scheduling.controller.Partition;
import dev.sluice.lab.scheduling.job.GpuRequest;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.lab.scheduling.job.JobRequestBuilder;
import dev.sluice.lab.scheduling.job.JobState;
import dev.sluice.lab.scheduling.job.Memory;
import dev.sluice.lab.scheduling.job.SimulatedJob;
import dev.sluice.simulator.cluster.ClusterView;
import dev.sluice.simulator.cluster.NodeRecord;
import dev.sluice.simulator.kubernetes.KubernetesOptions;
import dev.sluice.simulator.kubernetes.KubernetesTruth.OfNodeSet;
import dev.sluice.simulator.kubernetes.SimulatedKubernetes;
import dev.sluice.simulator.kubernetes.hpa.MetricReading;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the DemoCluster whose H100 nodes and cloud nodes are on Kubernetes. */
@Tag("slow")
class KubernetesLoopTest {
    private static final Instant MORNING = Instant.parse("2026-11-20T08:00:00Z");
    private static final String H100 = "slurm-worker-gpu-h100";
    private static final String CLOUD = "slurm-worker-cloud";

    @Test
    void isAHybridClusterOfWhichOnlyAPartIsPods() {
        SimulatedCluster cluster = SimulatedCluster.quietOnKubernetes(MORNING, KubernetesOptions.USUAL);
        ClusterView view = cluster.view();
        // 12 nodes are bare-metal machines: 8 CPU nodes and 4 GPU nodes. 5 nodes are pods: 4 H100 nodes and 1 cloud
        // node.
        assertThat(view.nodes()).hasSize(17);
        NodeRecord node = view.node("gpu-h100-0").orElseThrow();
        assertThat(node.states()).containsExactly("IDLE", "DYNAMIC_NORM");
        assertThat(node.comment())
                .contains("\"namespace\":\"slurm\"", "\"podName\":\"slurm-worker-gpu-h100-0\"")
                .contains("\"nodeSetName\":\"slurm-worker-gpu-h100\"");
        assertThat(view.node("gpu-h100-4")).isEmpty();
        assertThat(view.node("cpu001").orElseThrow().comment()).isEmpty();
        Partition gpu = view.definition().partition("gpu");
        assertThat(gpu.nodeSets()).isEqualTo("gpu-h100");
        assertThat(gpu.nodes()).contains("gpu-a100-01", "gpu-h100-3").doesNotContain("gpu-h100-4");
        assertThat(view.definition().partition("cloud").nodes()).containsExactly("cloud-0");
    }

    @Test
    void aJobThatNeedsMoreNodesStartsWhenTheyHaveStarted() {
        SimulatedCluster cluster = SimulatedCluster.quietOnKubernetes(MORNING, KubernetesOptions.USUAL);
        int job = cluster.submit(wholeNodes(6).build());
        cluster.advance(Duration.ofMinutes(5));
        assertThat(state(cluster, job)).isEqualTo(JobState.PENDING);
        kubernetes(cluster).metricsFrom((namespace, set) -> new MetricReading.Value(set.equals(H100) ? 6000 : 1000));
        // 15 s until the autoscaler's sync, 5 s until the pods exist, 5 s until the pods have machines, and 90 s until
        // the pods have started.
        cluster.advance(Duration.ofSeconds(110));
        assertThat(state(cluster, job)).isEqualTo(JobState.PENDING);
        cluster.advance(Duration.ofSeconds(5));
        assertThat(state(cluster, job)).isEqualTo(JobState.RUNNING);
        assertThat(cluster.view().nodes()).hasSize(19);
    }

    @Test
    void aBusyNodeIsDrainedAndEndsItsJobBeforeItGoes() {
        SimulatedCluster cluster = SimulatedCluster.quietOnKubernetes(MORNING, KubernetesOptions.USUAL);
        int job = cluster.submit(wholeNodes(4).runs(Duration.ofMinutes(30)).build());
        cluster.advance(Duration.ofMinutes(1));
        kubernetes(cluster).scale(H100, 3);
        cluster.advance(Duration.ofMinutes(10));
        OfNodeSet condemned = truth(cluster, H100);
        assertThat(condemned.pods()).hasSize(4);
        assertThat(condemned.condemned()).hasSize(1);
        assertThat(condemned.busyDrains()).isEqualTo(1);
        assertThat(state(cluster, job)).isEqualTo(JobState.RUNNING);
        cluster.keepEndedJobsFor(Duration.ofHours(2));
        cluster.advance(Duration.ofMinutes(25));
        assertThat(state(cluster, job)).isEqualTo(JobState.COMPLETED);
        assertThat(truth(cluster, H100).pods()).hasSize(3);
        String ghost = truth(cluster, H100).ghosts().get(0);
        NodeRecord record = cluster.view().node(ghost).orElseThrow();
        assertThat(record.states()).containsExactly("DOWN", "DRAIN", "NOT_RESPONDING", "DYNAMIC_NORM");
        assertThat(record.reason()).isEqualTo("slurm-operator: Pod is terminating");
    }

    /** The NodeSet has four nodes, and a removed pod comes back on its machine. */
    @ParameterizedTest
    @CsvSource({"true, IDLE", "false, DOWN"})
    void aPodThatComesBackOnItsMachineReturnsToServiceAsConfigured(boolean returnToService, String state) {
        SimulatedCluster cluster = SimulatedCluster.quietOnKubernetes(
                MORNING, KubernetesOptions.USUAL.withReturnToService(returnToService));
        kubernetes(cluster).scale(H100, 3);
        cluster.advance(Duration.ofMinutes(3));
        kubernetes(cluster).scale(H100, 4);
        cluster.advance(Duration.ofMinutes(3));
        assertThat(cluster.view().node("gpu-h100-3").orElseThrow().states()).contains(state);
    }

    @Test
    void aPreStopHookThatFailsLeavesTheRecordOfARemovedPodIdle() {
        SimulatedCluster cluster =
                SimulatedCluster.quietOnKubernetes(MORNING, KubernetesOptions.USUAL.withFailingPreStop());
        kubernetes(cluster).scale(H100, 3);
        cluster.advance(Duration.ofMinutes(3));
        String ghost = truth(cluster, H100).ghosts().get(0);
        assertThat(cluster.view().node(ghost).orElseThrow().states()).startsWith("IDLE", "DRAIN");
    }

    @Test
    void tellsClientsThatPartitionsHaveChangedWhenANodeComes() {
        SimulatedCluster cluster = SimulatedCluster.quietOnKubernetes(MORNING, KubernetesOptions.USUAL);
        long before = cluster.view().partitionsChangedAt();
        cluster.advance(Duration.ofMinutes(10));
        assertThat(cluster.view().partitionsChangedAt()).isEqualTo(before);
        kubernetes(cluster).scale(CLOUD, 2);
        cluster.advance(Duration.ofMinutes(3));
        assertThat(cluster.view().partitionsChangedAt()).isGreaterThan(before);
        assertThat(cluster.view().definition().partition("cloud").nodes()).containsExactly("cloud-0", "cloud-1");
    }

    /** The metric varies, so that nodes are added and removed while users submit jobs. */
    @Test
    void neverLosesAJobToScalingAndIsTheSameForTheSameSeed() {
        SimulatedCluster one = wandering(1);
        SimulatedCluster same = wandering(1);
        Set<List<String>> sizes = new HashSet<>();
        for (int i = 0; i < 30; i++) {
            one.advance(Duration.ofMinutes(6));
            same.advance(Duration.ofMinutes(6));
            OfNodeSet truth = truth(one, H100);
            sizes.add(truth.pods());
            assertThat(truth).isEqualTo(truth(same, H100));
            assertThat(jobs(one)).isEqualTo(jobs(same));
            allRunningJobsAreOnNodesThatAreThere(one.view());
        }
        assertThat(sizes).hasSizeGreaterThan(4);
        assertThat(truth(one, H100).busyDrains()).isPositive();
    }

    /** Returns what the scheduler has decided for each job. */
    private static List<String> jobs(SimulatedCluster cluster) {
        return cluster.view().jobs().stream()
                .map(job -> job.id() + " " + job.state() + " " + job.reason() + " " + job.times() + " "
                        + job.allocations().stream()
                                .map(allocation -> allocation.node().name())
                                .toList())
                .toList();
    }

    private static SimulatedCluster wandering(long seed) {
        SimulatedCluster cluster = SimulatedCluster.livingOnKubernetes(
                seed, MORNING, KubernetesOptions.USUAL.withHpaWindow(Duration.ofMinutes(2)));
        int[] looks = {0};
        kubernetes(cluster)
                .metricsFrom((namespace, set) -> new MetricReading.Value(1000L * (1 + (looks[0]++ / 200) * 7 % 10)));
        return cluster;
    }

    private static void allRunningJobsAreOnNodesThatAreThere(ClusterView view) {
        for (SimulatedJob job : view.jobs()) {
            if (job.state() == JobState.RUNNING) {
                job.allocations()
                        .forEach(a -> assertThat(view.node(a.node().name()))
                                .hasValueSatisfying(
                                        node -> assertThat(node.states()).doesNotContain("DOWN")));
            }
        }
    }

    private static JobRequestBuilder wholeNodes(int count) {
        return JobRequest.named("train")
                .by("alice", "ml-train")
                .partitions("gpu")
                .nodes(count)
                .memory(Memory.perNode(600 * 1024L))
                .gpus(GpuRequest.perNode(8).ofType("h100"));
    }

    private static JobState state(SimulatedCluster cluster, int job) {
        return cluster.view().job(job).orElseThrow().state();
    }

    private static SimulatedKubernetes kubernetes(SimulatedCluster cluster) {
        Optional<SimulatedKubernetes> found = cluster.kubernetes();
        return found.orElseThrow();
    }

    private static OfNodeSet truth(SimulatedCluster cluster, String nodeSet) {
        return kubernetes(cluster).truth().nodeSet(nodeSet);
    }
}
