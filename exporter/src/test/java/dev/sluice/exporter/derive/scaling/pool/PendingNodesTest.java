package dev.sluice.exporter.derive.scaling.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.NodeIndex.NodeList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PendingNodesTest {

    private List<Member> members = List.of();
    private NodeIndex index = TestNodes.index(members);
    private PendingNodes pending = new PendingNodes(index.pool(0), new BitSet(), new BitSet(), 10);

    private void has(Condition... conditions) {
        has(TestNodes.members(conditions), TestNodes.bits());
    }

    private void has(List<Member> nodes, BitSet sized) {
        members = nodes;
        index = TestNodes.index(members);
        pending = new PendingNodes(index.pool(0), TestNodes.busy(members), sized, 10);
    }

    @Test
    void aJobThatTakesAnyNodeTakesThoseThatAnotherAvoids() {
        has(Condition.BUSY, Condition.IDLE, Condition.IDLE);

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

        assertThat(pending.roomAvoiding(index.list("cpu-[1-2]"), 4)).isEqualTo(2);
        assertThat(pending.roomAvoiding(index.list("cpu-[1-2]"), 1)).isZero();
        assertThat(pending.roomAvoiding(index.list("cpu-0"), 4)).isEqualTo(4);
    }

    @Test
    void aNamedNodeCountsOnceAndABusyOneNever() {
        has(Condition.BUSY, Condition.IDLE, Condition.GHOST);

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

        pending.addOfReservation(index.list("cpu-[0-1]"), 1);
        assertThat(pending.reserved()).isEqualTo(1);
        assertThat(pending.ordinals()).isEqualTo(2);
        assertThat(pending.missingOfReservation(index.list("cpu-[0-1]"))).isEqualTo(1);
    }

    @Test
    void aTrialIsTakenBackAsAWhole() {
        has(Condition.BUSY, Condition.IDLE, Condition.GHOST, Condition.GHOST);
        pending.addAny(1);
        pending.addNamed(index.list("cpu-1"));

        pending.trial().begin();
        pending.addAny(5);
        pending.addFurther(7);
        pending.addNamed(index.list("cpu-2"));
        pending.addOfReservation(index.list("cpu-3"), 1);
        pending.addAvoiding(index.list("cpu-1"), 1);
        pending.trial().end(false);

        assertThat(pending.count()).isEqualTo(2);
        assertThat(pending.ordinals()).isEqualTo(2);
        assertThat(pending.reserved()).isZero();
        assertThat(pending.roomForAny(0)).isZero();
    }

    /** Nodes 0 and 1 have individual sizes. */
    @Test
    void newNodesComeInAdditionToEmptyNodesThatAreTooSmall() {
        has(Condition.IDLE, Condition.IDLE, Condition.IDLE);
        has(members, TestNodes.bits(0, 1));

        assertThat(pending.roomToOpen(5)).isEqualTo(2);
        assertThat(pending.roomToOpen(1)).isEqualTo(1);
        assertThat(pending.roomToGrow(5)).isEqualTo(3);
        assertThat(pending.roomToGrow(1)).isZero();
        assertThat(pending.unfit()).isZero();

        pending.open(0);
        assertThat(pending.isUnopened(0)).isFalse();
        assertThat(pending.isUnopened(1)).isTrue();
        assertThat(pending.count()).isEqualTo(1);
        assertThat(pending.roomToGrow(5)).isEqualTo(4);

        pending.addAny(3);
        assertThat(pending.count()).isEqualTo(5);
        assertThat(pending.unfit()).isEqualTo(1);
        assertThat(pending.roomToOpen(0)).isEqualTo(1);
        assertThat(pending.roomToGrow(1)).isEqualTo(1);
    }

    /** Nodes 0 and 1 have individual sizes. */
    @Test
    void aNodeThatAJobAvoidsMakesThePoolGrow() {
        has(Condition.IDLE, Condition.IDLE, Condition.STARTING, Condition.UNUSABLE);
        has(members, TestNodes.bits(0, 1));
        pending.addAvoiding(index.list("cpu-3"), 0);
        assertThat(pending.unfit()).isZero();

        pending.addAvoiding(index.list("cpu-[1-2]"), 0);
        assertThat(pending.unfit()).isEqualTo(2);
        assertThat(pending.count()).isEqualTo(3);
        assertThat(pending.roomForAny(0)).isEqualTo(1);
    }

    /** The maximum is 10 nodes, so ordinal 10 is beyond the maximum. */
    @Test
    void onlyNodesBelowTheMaximumReturn() {
        has(IntStream.range(0, 12)
                .mapToObj(i -> i < 9 ? Condition.BUSY : Condition.GHOST)
                .toArray(Condition[]::new));

        assertThat(pending.canHave(index.list("cpu-9"))).isTrue();
        assertThat(pending.canHave(index.list("cpu-[9-10]"))).isFalse();
        assertThat(pending.missingOfReservation(index.list("cpu-[8-11]"))).isEqualTo(1);
        assertThat(pending.roomAvoiding(index.list("cpu-[9-11]"), 3)).isEqualTo(2);
    }

    /** Node 1 returns before node 2, so a job that avoids node 1 and needs one node needs two pods. */
    @Test
    void aGhostNodeThatAJobAvoidsReturnsBeforeTheNodeOfTheJob() {
        has(Condition.BUSY, Condition.GHOST, Condition.GHOST, Condition.GHOST);

        pending.addAvoiding(index.list("cpu-[1,3]"), 1);
        assertThat(pending.count()).isEqualTo(2);
        pending.addAvoiding(index.list("cpu-[1,3]"), 1);
        assertThat(pending.count()).isEqualTo(4);
    }

    /** The idle node serves the job, so no pod has to start. */
    @Test
    void noGhostNodeReturnsForAJobThatAnIdleNodeServes() {
        has(Condition.IDLE, Condition.GHOST);

        pending.addAvoiding(index.list("cpu-1"), 1);
        assertThat(pending.count()).isEqualTo(1);
    }

    /** Ordinal 1 has no node record, so its pod can serve the job before the ghost node with ordinal 2 returns. */
    @Test
    void aPodWithoutARecordComesBeforeALaterGhostNode() {
        List<Member> nodes = List.of(
                MemberBuilder.member("cpu-0", Condition.BUSY).ordinal(0).build(),
                MemberBuilder.member("cpu-2", Condition.GHOST).ordinal(2).build(),
                MemberBuilder.member("cpu-3", Condition.GHOST).ordinal(3).build());
        has(nodes, TestNodes.bits());

        pending.addAvoiding(index.list("cpu-[2-3]"), 1);
        assertThat(pending.count()).isEqualTo(1);
        pending.addAvoiding(index.list("cpu-[2-3]"), 1);
        assertThat(pending.count()).isEqualTo(4);
    }

    private static List<Object> whatIsPending(PendingNodes pending, List<NodeList> lists, int nodes) {
        List<Object> all = new ArrayList<>();
        all.addAll(List.of(pending.count(), pending.unfit(), pending.reserved(), pending.ordinals()));
        all.addAll(List.of(pending.roomForAny(3), pending.roomToOpen(3), pending.roomToGrow(3)));
        for (NodeList list : lists) {
            all.add(pending.missingOfNamed(list));
            all.add(pending.missingOfReservation(list));
            all.add(pending.roomAvoiding(list, nodes));
        }
        IntStream.range(0, nodes).forEach(node -> all.add(pending.isUnopened(node)));
        return all;
    }

    private static void change(PendingNodes pending, Random random, List<NodeList> lists, BitSet sized) {
        NodeList list = lists.get(random.nextInt(lists.size()));
        switch (random.nextInt(6)) {
            case 0 -> pending.addAny(random.nextInt(3));
            case 1 -> pending.addFurther(random.nextInt(3));
            case 2 -> pending.addNamed(list);
            case 3 -> pending.addOfReservation(list, random.nextInt(9));
            case 4 -> pending.addAvoiding(list, random.nextInt(9));
            default ->
                sized.stream()
                        .skip(random.nextInt(sized.cardinality()))
                        .filter(pending::isUnopened)
                        .findFirst()
                        .ifPresent(pending::open);
        }
    }

    /** Compares with the same changes without the trials that are undone. */
    @Test
    void anUndoneTrialLeavesNothingAndAKeptTrialEverything() {
        List<Condition> conditions = List.of(Condition.values());
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            has(random.ints(150, 0, conditions.size()).mapToObj(conditions::get).toArray(Condition[]::new));
            BitSet sized = BitSet.valueOf(random.longs(2).toArray());
            sized.andNot(TestNodes.busy(members));
            PendingNodes tried = new PendingNodes(index.pool(0), TestNodes.busy(members), sized, 140);
            PendingNodes direct = new PendingNodes(index.pool(0), TestNodes.busy(members), sized, 140);
            List<NodeList> lists = List.of(
                    index.list("cpu-[0-9,70-75]"), index.list("cpu-[60-80,139-141]"), index.list("cpu-[100-148]"));
            for (int trial = 0; trial < 6; trial++) {
                boolean kept = random.nextBoolean();
                tried.trial().begin();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    long change = random.nextLong();
                    change(tried, new Random(change), lists, sized);
                    if (kept) {
                        change(direct, new Random(change), lists, sized);
                    }
                }
                tried.trial().end(kept);
                assertThat(whatIsPending(tried, lists, 150)).isEqualTo(whatIsPending(direct, lists, 150));
            }
        }
    }
}
