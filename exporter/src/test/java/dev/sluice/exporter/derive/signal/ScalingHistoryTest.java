package dev.sluice.exporter.derive.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.scaling.Demands;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.TestPool;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.ScalingHistory.Decision;
import dev.sluice.exporter.kubernetes.Slinky;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.node.NodeReason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ScalingHistoryTest {

    private static final PoolName GPU = TestPool.nameOf("gpu");
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final PoolName CPU = TestPool.nameOf("cpu");
    private static final NodeReason SCALE_IN = new NodeReason("scale_in", "operator");

    private final ScalingHistory history = new ScalingHistory();

    @Test
    void countsHowOftenTheNumberRoseAndFell() {
        for (long replicas : new long[] {4, 4, 9, 8, 8, 6, 7}) {
            history.observe(join(replicas));
        }

        assertThat(history.counts()).containsOnly(Map.entry(GPU, new ScalingHistory.Counts(2, 2, 0)));
    }

    @Test
    void countsABusyNodeOnceWhenItIsCondemned() {
        history.observe(join(2, busy("gpu-0"), busy("gpu-1")));
        history.observe(join(1, busy("gpu-0"), condemned("gpu-1", SCALE_IN)));
        history.observe(join(1, busy("gpu-0"), condemned("gpu-1", SCALE_IN)));
        assertThat(drains()).isEqualTo(1);

        history.observe(join(2, busy("gpu-0"), busy("gpu-1")));
        history.observe(join(1, busy("gpu-0"), condemned("gpu-1", SCALE_IN)));
        assertThat(drains()).isEqualTo(2);
    }

    @Test
    void blamesTheOperatorForItsOwnDrainsAlone() {
        history.observe(join(4, busy("a"), busy("b"), busy("c"), idle("d")));
        history.observe(join(
                4,
                condemned("a", new NodeReason("other", "person")),
                condemned("b", new NodeReason("cordon", "kubernetes")),
                condemned("c", new NodeReason("update", "operator")),
                condemned("d", Condition.IDLE, SCALE_IN)));

        assertThat(drains()).isZero();
    }

    @Test
    void doesNotInventWhatHappenedBeforeItsFirstLook() {
        history.observe(join(1, condemned("gpu-0", SCALE_IN)));

        assertThat(history.counts().get(GPU)).isEqualTo(new ScalingHistory.Counts(0, 0, 0));
    }

    @Test
    void forgetsAPoolThatIsGone() {
        history.observe(join(1));
        history.observe(new ClusterJoin(new TreeMap<>(), List.of(), List.of(), List.of(), List.of()));

        assertThat(history.counts()).isEmpty();
    }

    private long drains() {
        return Optional.ofNullable(history.counts().get(GPU)).orElseThrow().busyDrains();
    }

    private static ClusterJoin join(long replicas, Member... members) {
        TestPool pool = TestPool.pool("gpu").replicas(replicas);
        List.of(members).forEach(pool::with);
        return new ClusterJoin(new TreeMap<>(), List.of(), List.of(), List.of(), List.of(pool.build()));
    }

    private static Member busy(String node) {
        return MemberBuilder.member(node, Condition.BUSY).build();
    }

    private static Member idle(String node) {
        return MemberBuilder.member(node, Condition.IDLE).build();
    }

    private static Member condemned(String node, NodeReason why) {
        return condemned(node, Condition.BUSY, why);
    }

    private static Member condemned(String node, Condition condition, NodeReason why) {
        return MemberBuilder.member(node, condition)
                .draining(true)
                .outOfService(Optional.of(why))
                .build();
    }

    @Test
    void remembersChangesAndNotPolls() {
        decide(0, pool(GPU, 2, 2));
        decide(15, pool(GPU, 2, 2));
        decide(30, pool(GPU, 5, 2));
        decide(45, pool(GPU, 5, 5));

        decide(60, registered(GPU, 5, 5, 3));

        assertThat(history.decisions().get(GPU))
                .containsExactly(
                        decision(0, 2, 2, 0), decision(30, 5, 2, 0), decision(45, 5, 5, 0), decision(60, 5, 5, 3));
    }

    @Test
    void forgetsTheDecisionsOfPoolsThatAreGone() {
        decide(0, pool(GPU, 2, 2), pool(CPU, 1, 1));
        decide(15, pool(CPU, 1, 1));

        assertThat(history.decisions()).containsOnlyKeys(CPU);
    }

    @Test
    void keepsTheLastOnesOfMany() {
        for (int i = 0; i < 1000; i++) {
            decide(i, pool(GPU, i, 0));
        }

        assertThat(history.decisions().get(GPU))
                .hasSize(ScalingHistory.MAX_DECISIONS)
                .endsWith(decision(999, 999, 0, 0));
    }

    @Test
    void remembersHowManyPodsAreReady() {
        decide(0, List.of(nodeSet("cpu", 7), nodeSet("gpu", 1)), pool(GPU, 2, 2));
        decide(15, List.of(nodeSet("cpu", 8), nodeSet("gpu", 1)), pool(GPU, 2, 2));
        decide(30, List.of(nodeSet("cpu", 8), nodeSet("gpu", 2)), pool(GPU, 2, 2));

        assertThat(history.decisions().get(GPU))
                .extracting(Decision::at, Decision::ready)
                .containsExactly(tuple(START, OptionalLong.of(1)), tuple(START.plusSeconds(30), OptionalLong.of(2)));
    }

    private static NodeSet nodeSet(String name, int ready) {
        return new NodeSet(
                Slinky.SYSTEM,
                GPU.apiVersion(),
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

    private void decide(int second, PoolDemand... pools) {
        decide(second, List.of(), pools);
    }

    private void decide(int second, List<NodeSet> nodeSets, PoolDemand... pools) {
        history.decide(Demands.demand(List.of(pools), List.of(), List.of()), nodeSets, START.plusSeconds(second));
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
