package dev.sluice.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.simulator.kubernetes.KubernetesTruth.OfNodeSet;
import dev.sluice.simulator.kubernetes.api.Trees;
import dev.sluice.simulator.kubernetes.hpa.MetricReading;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests a NodeSet of four nodes on five machines, in steps of five seconds. */
class SlurmOperatorTest {
    private static final String GPU = "slurm-worker-gpu";
    private static final NodeSetSpec SPEC =
            new NodeSetSpec("gpu", 96, 1_000_000, 8, "Gres=gpu:h100:8", "p5.48xlarge", 5, 4, 1, 8);

    private final FakeSlurm slurm = new FakeSlurm();
    private long now = 1_000_000;
    private final SimulatedKubernetes kubernetes = kubernetes(KubernetesOptions.USUAL);

    private SimulatedKubernetes kubernetes(KubernetesOptions options) {
        return new SimulatedKubernetes(List.of(SPEC), slurm, options, now);
    }

    @Test
    void aNewNodeRegistersAfterTheStartDelay() {
        slurm.told();
        kubernetes.scale(GPU, 5);
        seconds(5);
        assertThat(truth().pods()).hasSize(5);
        // The pod gets its machine in the next step, and is ready 90 s later.
        seconds(90);
        assertThat(slurm.told()).isEmpty();
        assertThat(truth().ready()).hasSize(4);
        seconds(5);
        assertThat(slurm.told()).containsExactly("register gpu-4", "comment gpu-4");
        assertThat(truth().ready()).hasSize(5);
    }

    @Test
    void anOrdinalThatIsUsedAgainIsNoGhostAnyMore() {
        kubernetes.scale(GPU, 3);
        seconds(50);
        assertThat(truth().ghosts()).containsExactly("gpu-3");
        kubernetes.scale(GPU, 4);
        seconds(50);
        assertThat(truth().ghosts()).containsExactly("gpu-3");
        seconds(50);
        assertThat(truth().ghosts()).isEmpty();
        assertThat(truth().ready()).contains("gpu-3");
    }

    @Test
    void forgetsGhostsAfterAWhile() {
        kubernetes.scale(GPU, 3);
        seconds(50);
        slurm.told();
        seconds(2 * 3600);
        assertThat(slurm.told()).containsExactly("forget gpu-3");
        assertThat(truth().ghosts()).isEmpty();
    }

    @Test
    void theAutoscalerMakesItFollowAMetric() {
        kubernetes.metricsFrom((namespace, nodeSet) -> new MetricReading.Value(5000));
        seconds(15);
        assertThat(truth().replicas()).isEqualTo(5);
        assertThat(truth().desired()).hasValue(5);
        kubernetes.metricsFrom((namespace, nodeSet) -> new MetricReading.Value(2000));
        seconds(585);
        assertThat(truth().replicas()).isEqualTo(5);
        seconds(30);
        assertThat(truth().replicas()).isEqualTo(2);
    }

    @Test
    void theWindowAndTheStartDelayCanBeSet() {
        SimulatedKubernetes quick = kubernetes(
                KubernetesOptions.USUAL.withHpaWindow(Duration.ofSeconds(30)).withStartDelay(Duration.ofSeconds(10)));
        quick.metricsFrom((namespace, nodeSet) -> new MetricReading.Value(5000));
        steps(quick, 15);
        steps(quick, 20);
        assertThat(quick.truth().nodeSet(GPU).ready()).hasSize(5);
        quick.metricsFrom((namespace, nodeSet) -> new MetricReading.Value(1000));
        steps(quick, 45);
        assertThat(quick.truth().nodeSet(GPU).replicas()).isEqualTo(1);
    }

    @Test
    void theNodeSetHasNoCountsOfZeroAndStaysAsItIsWithoutSlurmrestd() {
        kubernetes.scale(GPU, 0);
        seconds(50);
        assertThat(status()).doesNotContainKeys("replicas", "readyReplicas", "slurmIdle");
        kubernetes.slurmrestdResponds(false);
        kubernetes.scale(GPU, 2);
        seconds(60);
        assertThat(truth().pods()).isEmpty();
        kubernetes.slurmrestdResponds(true);
        seconds(15);
        assertThat(truth().pods()).isEmpty();
        seconds(5);
        assertThat(truth().pods()).hasSize(2);
        seconds(100);
        assertThat(status()).containsEntry("readyReplicas", 2L);
    }

    private Map<String, Object> status() {
        return Trees.at(kubernetes.nodeSet(GPU), "status");
    }

    @Test
    void withoutAMetricNothingChanges() {
        seconds(3600);
        assertThat(truth().replicas()).isEqualTo(4);
        assertThat(truth().desired()).isEmpty();
    }

    private OfNodeSet truth() {
        return kubernetes.truth().nodeSet(GPU);
    }

    private void seconds(long seconds) {
        steps(kubernetes, seconds);
    }

    private void steps(SimulatedKubernetes which, long seconds) {
        for (long i = 0; i < seconds; i += 5) {
            now += 5;
            which.step(now);
        }
    }
}
