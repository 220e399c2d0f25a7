package dev.sluice.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.kubernetes.NodeSetController;
import dev.sluice.lab.kubernetes.Pod;
import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.JobState;
import dev.sluice.lab.scheduling.Partition;
import dev.sluice.lab.scheduling.SimulatedJob;
import dev.sluice.lab.scheduling.SimulatedNode;
import dev.sluice.simulator.SimulatedCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the DemoCluster whose H100 nodes and cloud nodes are on Kubernetes. */
@Tag("slow")
class KubernetesLoopTest {
    private static final Instant MORNING = Instant.parse("2026-11-20T08:00:00Z");
    private static final String H100 = "slurm-worker-gpu-h100";
    private static final String CLOUD = "slurm-worker-cloud";

    @Test
    void isAHybridClusterOfWhichOnlyAPartIsPods() {
        SimulatedCluster cluster = quiet();
        Controller slurm = cluster.controller();
        // 12 nodes are bare-metal machines: 8 CPU nodes and 4 GPU nodes. 5 nodes are pods: 4 H100 nodes and 1 cloud
        // node.
        assertThat(slurm.nodes()).hasSize(17);
        SimulatedNode node = slurm.node("gpu-h100-0");
        assertThat(node.states()).containsExactly("IDLE", "DYNAMIC_NORM");
        assertThat(node.comment())
                .contains("\"namespace\":\"slurm\"", "\"podName\":\"slurm-worker-gpu-h100-0\"")
                .contains("\"nodeSetName\":\"slurm-worker-gpu-h100\"");
        assertThat(slurm.node("gpu-h100-4").isRegistered()).isFalse();
        assertThat(slurm.node("cpu001").comment()).isEmpty();
        Partition gpu = partition(slurm, "gpu");
        assertThat(gpu.nodeSets()).isEqualTo("gpu-h100");
        assertThat(gpu.nodes()).contains("gpu-a100-01", "gpu-h100-3").doesNotContain("gpu-h100-4");
        assertThat(partition(slurm, "cloud").nodes()).containsExactly("cloud-0");
    }

    @Test
    void aJobThatNeedsMoreNodesStartsWhenTheyHaveStarted() {
        SimulatedCluster cluster = quiet();
        int job = cluster.controller().submit(List.of(wholeNodes(6)));
        cluster.advance(Duration.ofMinutes(5));
        assertThat(state(cluster, job)).isEqualTo(JobState.PENDING);
        kubernetes(cluster).metricsFrom(set -> MetricSource.Reading.of(set.equals(H100) ? 6000 : 1000));
        // 15 s until the autoscaler's sync, 5 s until the pods exist, 5 s until the pods have machines, and 90 s until
        // the pods have started.
        cluster.advance(Duration.ofSeconds(110));
        assertThat(state(cluster, job)).isEqualTo(JobState.PENDING);
        cluster.advance(Duration.ofSeconds(5));
        assertThat(state(cluster, job)).isEqualTo(JobState.RUNNING);
        assertThat(cluster.controller().nodes()).hasSize(19);
    }

    @Test
    void aBusyNodeIsDrainedAndEndsItsJobBeforeItGoes() {
        SimulatedCluster cluster = quiet();
        int job = cluster.controller().submit(List.of(wholeNodes(4).runs(Duration.ofMinutes(30))));
        cluster.advance(Duration.ofMinutes(1));
        kubernetes(cluster).scale(H100, 3);
        cluster.advance(Duration.ofMinutes(10));
        NodeSetController h100 = h100(cluster);
        assertThat(h100.pods()).hasSize(4);
        assertThat(h100.pods()).filteredOn(Pod::cordoned).hasSize(1);
        assertThat(h100.busyDrains()).isEqualTo(1);
        assertThat(state(cluster, job)).isEqualTo(JobState.RUNNING);
        cluster.keepEndedJobsFor(Duration.ofHours(2));
        cluster.advance(Duration.ofMinutes(25));
        assertThat(state(cluster, job)).isEqualTo(JobState.COMPLETED);
        assertThat(h100.pods()).hasSize(3);
        String ghost = "gpu-h100-"
                + kubernetes(cluster).nodeSet(H100).ghosts().keySet().iterator().next();
        SimulatedNode record = cluster.controller().node(ghost);
        assertThat(record.states()).containsExactly("DOWN", "DRAIN", "NOT_RESPONDING", "DYNAMIC_NORM");
        assertThat(record.reason().text()).isEqualTo("slurm-operator: Pod is terminating");
    }

    @Test
    void aPodThatComesBackReturnsToService() {
        SimulatedCluster cluster = quiet();
        kubernetes(cluster).scale(H100, 3);
        cluster.advance(Duration.ofMinutes(3));
        kubernetes(cluster).scale(H100, 4);
        cluster.advance(Duration.ofMinutes(3));
        assertThat(cluster.controller().node("gpu-h100-3").states()).contains("IDLE");
    }

    @Test
    void tellsClientsThatPartitionsHaveChangedWhenANodeComes() {
        SimulatedCluster cluster = quiet();
        long before = cluster.controller().partitionsChangedAt();
        cluster.advance(Duration.ofMinutes(10));
        assertThat(cluster.controller().partitionsChangedAt()).isEqualTo(before);
        kubernetes(cluster).scale(CLOUD, 2);
        cluster.advance(Duration.ofMinutes(3));
        assertThat(cluster.controller().partitionsChangedAt()).isGreaterThan(before);
        assertThat(partition(cluster.controller(), "cloud").nodes()).containsExactly("cloud-0", "cloud-1");
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
            sizes.add(pods(one));
            assertThat(pods(one)).isEqualTo(pods(same));
            assertThat(jobs(one)).isEqualTo(jobs(same));
            allRunningJobsAreOnNodesThatAreThere(one.controller());
        }
        assertThat(sizes).hasSizeGreaterThan(4);
        assertThat(h100(one).busyDrains()).isPositive();
    }

    /** Returns what the scheduler has decided for each job. */
    private static List<String> jobs(SimulatedCluster cluster) {
        return cluster.controller().jobs().stream()
                .map(job -> job.id() + " " + job.state() + " " + job.reason() + " " + job.times() + " "
                        + job.allocations().stream()
                                .map(allocation -> allocation.node().name())
                                .toList())
                .toList();
    }

    private static SimulatedCluster wandering(long seed) {
        SimulatedCluster cluster = SimulatedCluster.living(seed, MORNING, true);
        int[] looks = {0};
        kubernetes(cluster).metricsFrom(set -> MetricSource.Reading.of(1000L * (1 + (looks[0]++ / 200) * 7 % 10)));
        return cluster;
    }

    private static void allRunningJobsAreOnNodesThatAreThere(Controller slurm) {
        for (SimulatedJob job : slurm.running()) {
            job.allocations()
                    .forEach(a -> assertThat(slurm.node(a.node().name()))
                            .matches(SimulatedNode::isRegistered)
                            .matches(node -> !node.isDown()));
        }
    }

    private static JobRequest wholeNodes(int count) {
        return JobRequest.named("train")
                .by("alice", "ml-train")
                .partitions("gpu")
                .nodes(count)
                .memoryPerNode(600 * 1024L)
                .gpusPerNode(8)
                .gpuType("h100");
    }

    private static JobState state(SimulatedCluster cluster, int job) {
        return cluster.controller().job(job).orElseThrow().state();
    }

    private static SimulatedKubernetes kubernetes(SimulatedCluster cluster) {
        Optional<SimulatedKubernetes> found = cluster.kubernetes();
        return found.orElseThrow();
    }

    private static NodeSetController h100(SimulatedCluster cluster) {
        return kubernetes(cluster).nodeSet(H100).controller();
    }

    /** Returns the state of each pod of the H100 nodes. */
    private static List<String> pods(SimulatedCluster cluster) {
        return h100(cluster).pods().stream()
                .map(pod -> pod.name() + " " + pod.ready() + " " + pod.cordoned() + " " + pod.terminating())
                .toList();
    }

    private static Partition partition(Controller slurm, String name) {
        return slurm.partitions().stream()
                .filter(partition -> partition.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static SimulatedCluster quiet() {
        return SimulatedCluster.quiet(MORNING, true);
    }
}
