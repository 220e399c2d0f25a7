package dev.sluice.exporter.derive.scaling.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PendingNodesTest {

    private final List<Member> members = new ArrayList<>();

    private void has(Condition... conditions) {
        for (Condition condition : conditions) {
            int ordinal = members.size();
            members.add(MemberBuilder.member("cpu-" + ordinal, condition)
                    .ordinal(ordinal)
                    .build());
        }
    }

    private NodeIndex index() {
        return new NodeIndex(List.of(new Pool(
                new PoolName("alpha", "slurm", "cpu", "NodeSet", "v1"),
                Set.of("cpu"),
                List.of(),
                0,
                10,
                0,
                members,
                Optional.empty(),
                0,
                Pool.Removal.IDLE_FIRST)));
    }

    private PendingNodes pending(NodeIndex index) {
        BitSet busy = new BitSet();
        for (int i = 0; i < members.size(); i++) {
            busy.set(i, members.get(i).condition() == Condition.BUSY);
        }
        return new PendingNodes(index.pool(0), busy, new BitSet(), 10);
    }

    @Test
    void aJobThatTakesAnyNodeTakesThoseThatAnotherAvoids() {
        has(Condition.BUSY, Condition.IDLE, Condition.IDLE);
        NodeIndex index = index();
        PendingNodes pending = pending(index);

        pending.addAvoiding(index.list("cpu-[1-2]"), 1);
        assertThat(pending.count()).isEqualTo(3);
        assertThat(pending.roomForAny(0)).isEqualTo(2);
        pending.addAny(2);
        assertThat(pending.count()).isEqualTo(3);
        assertThat(pending.roomForAny(0)).isZero();
        pending.addFurther(1);
        assertThat(pending.count()).isEqualTo(4);
    }

    /** The limit is four nodes. The job avoids two of these nodes. */
    @Test
    void whatAJobAvoidsIsTakenFromItsBudget() {
        has(Condition.BUSY, Condition.IDLE, Condition.IDLE);
        NodeIndex index = index();
        PendingNodes pending = pending(index);

        assertThat(pending.roomAvoiding(index.list("cpu-[1-2]"), 4)).isEqualTo(2);
        assertThat(pending.roomAvoiding(index.list("cpu-[1-2]"), 1)).isZero();
        assertThat(pending.roomAvoiding(index.list("cpu-0"), 4)).isEqualTo(4);
    }

    @Test
    void aNamedNodeCountsOnceAndABusyOneNever() {
        has(Condition.BUSY, Condition.IDLE, Condition.GHOST);
        NodeIndex index = index();
        PendingNodes pending = pending(index);

        assertThat(pending.missingOfNamed(index.list("cpu-[0-2]"))).isEqualTo(2);
        pending.addNamed(index.list("cpu-[0-1]"));
        pending.addNamed(index.list("cpu-[1-2]"));
        assertThat(pending.count()).isEqualTo(2);
        assertThat(pending.ordinals()).isEqualTo(3);
        assertThat(pending.canHave(index.list("cpu-[0-2]"))).isTrue();
        assertThat(pending.canHave(index.list("cpu-[2-3]"))).isFalse();
    }

    @Test
    void ofAReservationNodesThatExistComeFirst() {
        has(Condition.GHOST, Condition.IDLE);
        NodeIndex index = index();
        PendingNodes pending = pending(index);

        pending.addOfReservation(index.list("cpu-[0-1]"), 1);
        assertThat(pending.reserved()).isEqualTo(1);
        assertThat(pending.ordinals()).isEqualTo(2);
        assertThat(pending.missingOfReservation(index.list("cpu-[0-1]"))).isEqualTo(1);
    }

    @Test
    void aTrialIsTakenBackAsAWhole() {
        has(Condition.BUSY, Condition.IDLE, Condition.GHOST, Condition.GHOST);
        NodeIndex index = index();
        PendingNodes pending = pending(index);
        pending.addAny(1);
        pending.addNamed(index.list("cpu-1"));

        pending.record();
        pending.addAny(5);
        pending.addFurther(7);
        pending.addNamed(index.list("cpu-2"));
        pending.addOfReservation(index.list("cpu-3"), 1);
        pending.addAvoiding(index.list("cpu-1"), 1);
        pending.undo();

        assertThat(pending.count()).isEqualTo(2);
        assertThat(pending.ordinals()).isEqualTo(2);
        assertThat(pending.reserved()).isZero();
        assertThat(pending.roomForAny(0)).isZero();
    }

    @Test
    void aTrialThatIsKeptStays() {
        has(Condition.IDLE);
        NodeIndex index = index();
        PendingNodes pending = pending(index);

        pending.record();
        pending.addNamed(index.list("cpu-0"));
        pending.addAny(2);
        pending.keep();
        pending.record();
        pending.undo();

        assertThat(pending.count()).isEqualTo(3);
    }
}
