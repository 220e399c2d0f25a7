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
    void beginsWithPodsThatAreReady() {
        assertThat(truth().pods()).containsExactly(GPU + "-0", GPU + "-1", GPU + "-2", GPU + "-3");
        assertThat(truth().ready()).containsExactly("gpu-0", "gpu-1", "gpu-2", "gpu-3");
        assertThat(slurm.names()).containsExactly("gpu-0", "gpu-1", "gpu-2", "gpu-3");
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
    void takesIdleNodesFirstAndThenTheEarliestDeadline() {
        slurm.busyUntil("gpu-3", now + 900);
        slurm.busyUntil("gpu-2", now + 300);
        slurm.busyUntil("gpu-0", now + 600);
        seconds(30);
        kubernetes.scale(GPU, 3);
        seconds(5);
        assertThat(truth().condemned()).containsExactly(GPU + "-1");
        kubernetes.scale(GPU, 2);
        seconds(5);
        assertThat(truth().condemned()).containsExactly(GPU + "-1", GPU + "-2");
        assertThat(truth().busyDrains()).isEqualTo(1);
    }

    @Test
    void drainsInTheOperatorsWordsAndDeletesOnlyWhatIsDrained() {
        for (String name : slurm.names()) {
            slurm.busyUntil(name, now + 3600);
        }
        slurm.busyUntil("gpu-1", now + 600);
        seconds(30);
        slurm.told();
        kubernetes.scale(GPU, 3);
        seconds(5);
        assertThat(slurm.told()).containsExactly("drain gpu-1");
        assertThat(slurm.reason("gpu-1"))
                .isEqualTo("slurm-operator: Pod (slurm/slurm-worker-gpu-1) is pending termination for scale-in");
        seconds(300);
        assertThat(slurm.told()).isEmpty();
        assertThat(truth().pods()).hasSize(4);
        slurm.idle("gpu-1");
        seconds(5);
        assertThat(slurm.told()).containsExactly("down gpu-1");
        assertThat(slurm.reason("gpu-1")).isEqualTo("slurm-operator: Pod is terminating");
        seconds(10);
        assertThat(truth().pods()).containsExactly(GPU + "-0", GPU + "-2", GPU + "-3");
        assertThat(truth().ghosts()).containsExactly("gpu-1");
    }

    @Test
    void anIdleNodeTakesThePlaceOfABusyOneThatWasCondemned() {
        for (String name : slurm.names()) {
            slurm.busyUntil(name, now + 3600);
        }
        slurm.busyUntil("gpu-1", now + 600);
        seconds(30);
        kubernetes.scale(GPU, 3);
        seconds(5);
        slurm.told();
        slurm.idle("gpu-2");
        seconds(25);
        assertThat(slurm.told()).containsExactly("drain gpu-2", "undrain gpu-1");
        assertThat(truth().condemned()).containsExactly(GPU + "-2");
    }

    @Test
    void risingReplicasUndrainWhatIsStillThere() {
        slurm.busyUntil("gpu-0", now + 900);
        slurm.busyUntil("gpu-1", now + 900);
        slurm.busyUntil("gpu-2", now + 900);
        slurm.busyUntil("gpu-3", now + 300);
        seconds(30);
        kubernetes.scale(GPU, 3);
        seconds(60);
        slurm.told();
        kubernetes.scale(GPU, 4);
        seconds(5);
        assertThat(slurm.told()).containsExactly("undrain gpu-3");
        assertThat(truth().condemned()).isEmpty();
        assertThat(truth().undrains()).isEqualTo(1);
    }

    @Test
    void neverUndoesTheDrainOfAPerson() {
        slurm.busyUntil("gpu-0", now + 900);
        slurm.busyUntil("gpu-1", now + 900);
        slurm.busyUntil("gpu-2", now + 900);
        slurm.busyUntil("gpu-3", now + 300);
        slurm.drainedByHand("gpu-3", "health check: ECC errors");
        seconds(30);
        kubernetes.scale(GPU, 3);
        seconds(5);
        kubernetes.scale(GPU, 4);
        slurm.told();
        seconds(5);
        assertThat(slurm.told()).isEmpty();
        assertThat(slurm.reason("gpu-3")).isEqualTo("health check: ECC errors");
    }

    @Test
    void aPodThatHasNotStartedGoesWithoutADrain() {
        kubernetes.scale(GPU, 5);
        seconds(10);
        slurm.told();
        kubernetes.scale(GPU, 4);
        seconds(50);
        assertThat(truth().pods()).hasSize(4).doesNotContain(GPU + "-4");
        assertThat(slurm.told()).isEmpty();
        assertThat(truth().ghosts()).isEmpty();
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
    void podsBeyondTheMachinesWait() {
        kubernetes.scale(GPU, 7);
        seconds(300);
        assertThat(truth().pods()).hasSize(7);
        assertThat(truth().ready()).hasSize(5);
        kubernetes.scale(GPU, 5);
        seconds(60);
        assertThat(truth().ready()).containsExactly("gpu-0", "gpu-1", "gpu-2", "gpu-3", "gpu-4");
        assertThat(truth().pods()).hasSize(5);
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
    void theFirstMetricShrinksItOnlyAfterTheWindow() {
        seconds(3600);
        kubernetes.metricsFrom((namespace, nodeSet) -> new MetricReading.Value(2000));
        seconds(585);
        assertThat(truth().replicas()).isEqualTo(4);
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
