package dev.sluice.exporter.derive.scaling.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.model.node.NodeReason;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemberCountsTest {

    private static final NodeReason HARDWARE = new NodeReason("hardware", "health_check");

    private static Member member(Condition condition, boolean draining, int ordinal, Optional<NodeReason> reason) {
        return MemberBuilder.member("n" + ordinal, condition)
                .draining(draining)
                .ordinal(ordinal)
                .outOfService(reason)
                .build();
    }

    /** A job can hold a node even if the record of the node is older than the record of the job. */
    @Test
    void countsEachNodeOnceAndWhatJobsHoldAsBusy() {
        BitSet held = new BitSet();
        held.set(0);
        held.set(2);
        MemberCounts counts = MemberCounts.of(
                List.of(
                        member(Condition.BUSY, false, 4, Optional.empty()),
                        member(Condition.IDLE, false, 1, Optional.empty()),
                        member(Condition.IDLE, false, 2, Optional.empty()),
                        member(Condition.STARTING, false, 3, Optional.empty()),
                        member(Condition.GHOST, false, 9, Optional.empty()),
                        member(Condition.UNUSABLE, false, 8, Optional.of(HARDWARE))),
                held);

        assertThat(counts.busy()).isEqualTo(2);
        assertThat(counts.idle()).isEqualTo(1);
        assertThat(counts.starting()).isEqualTo(1);
        assertThat(counts.ghosts()).isEqualTo(1);
        assertThat(counts.unusableBy()).isEqualTo(Map.of("hardware", 1L));
        assertThat(counts.drainingBy()).isEmpty();
        assertThat(counts.highestBusyOrdinal()).isEqualTo(4);
        // The pool has two busy nodes, one idle node, one starting node and one unusable node. The unusable node is a
        // ghost node without a pod.
        assertThat(counts.live()).isEqualTo(5);
    }

    @Test
    void countsWhatDrainsByItsOwnerAndNotAsIdle() {
        BitSet held = new BitSet();
        held.set(0);
        MemberCounts counts = MemberCounts.of(
                List.of(
                        member(Condition.BUSY, true, 0, Optional.of(HARDWARE)),
                        member(Condition.IDLE, true, 1, Optional.empty()),
                        member(Condition.UNUSABLE, true, 2, Optional.of(HARDWARE)),
                        member(Condition.GHOST, true, 3, Optional.of(HARDWARE))),
                held);

        assertThat(counts.idle()).isZero();
        assertThat(counts.drainingBy()).isEqualTo(Map.of("health_check", 2L, "person", 1L));
        assertThat(counts.unusable()).isEqualTo(1);
        assertThat(counts.live()).isEqualTo(2);
    }

    @Test
    void hasNoHighestOrdinalWhereNothingIsBusy() {
        assertThat(MemberCounts.of(List.of(), new BitSet()).highestBusyOrdinal())
                .isEqualTo(-1);
    }
}
