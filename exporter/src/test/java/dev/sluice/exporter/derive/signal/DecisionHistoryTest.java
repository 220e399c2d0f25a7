package dev.sluice.exporter.derive.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.derive.scaling.Demands;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.DecisionHistory.Decision;
import dev.sluice.exporter.kubernetes.Slinky;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DecisionHistoryTest {

    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final PoolName GPU = new PoolName("a", "slurm", "gpu", "NodeSet", "v1");
    private static final PoolName CPU = new PoolName("a", "slurm", "cpu", "NodeSet", "v1");

    private final DecisionHistory history = new DecisionHistory();

    @Test
    void remembersChangesAndNotPolls() {
        observe(0, pool(GPU, 2, 2));
        observe(15, pool(GPU, 2, 2));
        observe(30, pool(GPU, 5, 2));
        observe(45, pool(GPU, 5, 5));

        observe(60, registered(GPU, 5, 5, 3));

        assertThat(history.all().get(GPU))
                .containsExactly(
                        decision(0, 2, 2, 0), decision(30, 5, 2, 0), decision(45, 5, 5, 0), decision(60, 5, 5, 3));
    }

    @Test
    void forgetsPoolsThatAreGone() {
        observe(0, pool(GPU, 2, 2), pool(CPU, 1, 1));
        observe(15, pool(CPU, 1, 1));

        assertThat(history.all()).containsOnlyKeys(CPU);
    }

    @Test
    void keepsTheLastOnesOfMany() {
        for (int i = 0; i < 1000; i++) {
            observe(i, pool(GPU, i, 0));
        }

        assertThat(history.all().get(GPU))
                .hasSize(DecisionHistory.MAX_DECISIONS)
                .endsWith(decision(999, 999, 0, 0));
    }

    @Test
    void remembersHowManyPodsAreReady() {
        observe(0, List.of(nodeSet("cpu", 7), nodeSet("gpu", 1)), pool(GPU, 2, 2));
        observe(15, List.of(nodeSet("cpu", 8), nodeSet("gpu", 1)), pool(GPU, 2, 2));
        observe(30, List.of(nodeSet("cpu", 8), nodeSet("gpu", 2)), pool(GPU, 2, 2));

        assertThat(history.all().get(GPU))
                .extracting(Decision::at, Decision::ready)
                .containsExactly(tuple(START, OptionalLong.of(1)), tuple(START.plusSeconds(30), OptionalLong.of(2)));
    }

    private static NodeSet nodeSet(String name, int ready) {
        return new NodeSet(
                Slinky.SYSTEM,
                "v1",
                "NodeSet",
                "slurm",
                name,
                OptionalInt.of(2),
                NodeSet.Status.of(OptionalInt.of(2), OptionalInt.of(ready)),
                NodeSet.ScalingMode.STATEFUL_SET,
                false,
                NodeSet.PodResources.UNKNOWN,
                name,
                true,
                "");
    }

    private void observe(int second, PoolDemand... pools) {
        observe(second, List.of(), pools);
    }

    private void observe(int second, List<NodeSet> nodeSets, PoolDemand... pools) {
        history.observe(Demands.demand(List.of(pools), List.of(), List.of()), nodeSets, START.plusSeconds(second));
    }

    private static Decision decision(int second, long desired, long replicas, long registered) {
        return new Decision(
                START.plusSeconds(second), desired, replicas, OptionalLong.empty(), registered, desired + " wanted");
    }

    private static PoolDemand pool(PoolName name, long desired, long replicas) {
        return registered(name, desired, replicas, 0);
    }

    private static PoolDemand registered(PoolName name, long desired, long replicas, long idle) {
        String numbers = "desired %d max 1000 replicas %d idle %d".formatted(desired, replicas, idle);
        return Demands.pool(name, numbers, desired + " wanted");
    }
}
