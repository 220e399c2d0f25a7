package dev.sluice.exporter.derive.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.DecisionHistory.Decision;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    private void observe(int second, PoolDemand... pools) {
        history.observe(
                new ScalingDemand(
                        Arrays.asList(pools), List.of(), List.of(), Map.of(), List.of(), Map.of(), Map.of(), 0),
                START.plusSeconds(second));
    }

    private static Decision decision(int second, long desired, long replicas, long registered) {
        return new Decision(START.plusSeconds(second), desired, replicas, registered, List.of(desired + " wanted"));
    }

    private static PoolDemand pool(PoolName name, long desired, long replicas) {
        return registered(name, desired, replicas, 0);
    }

    private static PoolDemand registered(PoolName name, long desired, long replicas, long idle) {
        return new PoolDemand(
                name,
                desired,
                0,
                1000,
                replicas,
                0,
                idle,
                0,
                Collections.emptySortedMap(),
                Collections.emptySortedMap(),
                0,
                0,
                Map.of(),
                Map.of(),
                0,
                Optional.empty(),
                Set.of(),
                List.of(desired + " wanted"));
    }
}
