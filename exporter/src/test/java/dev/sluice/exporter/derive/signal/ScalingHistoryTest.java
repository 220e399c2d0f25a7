package dev.sluice.exporter.derive.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.scaling.TestPool;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.node.NodeReason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ScalingHistoryTest {

    private static final PoolName GPU = TestPool.nameOf("gpu");
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
}
