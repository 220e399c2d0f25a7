package dev.sluice.exporter.derive.scaling.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.Packing.Placed;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests placements of jobs that need CPUs only. A new node has 10 CPUs. The expected values are worked by hand. */
class PackingTest {

    private static final BitSet ANY_NODE = new BitSet();

    private static final long ANY_NUMBER = 1_000_000;

    /** The trial of the last packing. */
    private Trial trial = new Trial();

    private static NodeResources cpus(long cpus) {
        return new NodeResources(cpus, 0, GpuCounts.NONE);
    }

    /** Creates a packing with busy nodes that have these free CPUs. */
    private Packing packing(long... busy) {
        return packing(busy, new long[0]);
    }

    /** Creates a packing with busy nodes, then empty nodes of individual size. */
    private Packing packing(long[] busy, long... sized) {
        List<NodeResources> free = new ArrayList<>();
        List<NodeResources> empty = new ArrayList<>();
        Condition[] conditions = new Condition[busy.length + sized.length];
        BitSet individual = new BitSet();
        for (int i = 0; i < conditions.length; i++) {
            boolean isBusy = i < busy.length;
            conditions[i] = isBusy ? Condition.BUSY : Condition.IDLE;
            individual.set(i, !isBusy);
            free.add(isBusy ? cpus(busy[i]) : NodeResources.NONE);
            empty.add(isBusy ? NodeResources.NONE : cpus(sized[i - busy.length]));
        }
        List<Member> members = TestNodes.members(conditions);
        PendingNodes pending =
                new PendingNodes(TestNodes.index(members).pool(0), TestNodes.busy(members), individual, ANY_NUMBER);
        trial = pending.trial();
        return new Packing(List.of(cpus(10)), free, empty, pending, 100);
    }

    /** Pieces on different nodes. */
    private static NodeNeed apart(long nodes, long cpus) {
        return new NodeNeed(nodes, nodes, false, false, cpus(cpus), 0);
    }

    private static NodeNeed whole(long nodes, long cpus) {
        return new NodeNeed(nodes, nodes, false, true, cpus(cpus), 0);
    }

    /** Pieces that may share nodes. */
    private static NodeNeed together(long pieces, long cpus) {
        return new NodeNeed(1, pieces, true, false, cpus(cpus), 0);
    }

    private static Placed place(Packing packing, NodeNeed need, long count, long budget) {
        return packing.place(need, List.of(), count, budget, ANY_NODE);
    }

    @Test
    void fillsBusyNodesBeforeNewOnes() {
        Packing packing = packing(7, 3);

        assertThat(place(packing, together(1, 3), 5, 9)).isEqualTo(new Placed(5, 1, 0));
        // The busy nodes have 1 and 0 CPUs left, and the new node has 4.
        assertThat(place(packing, together(1, 4), 1, 0)).isEqualTo(new Placed(1, 0, 0));
        assertThat(place(packing, together(1, 1), 2, 0)).isEqualTo(new Placed(1, 0, 0));
    }

    @Test
    void placesNothingWithoutJobs() {
        Packing packing = packing(7);

        assertThat(place(packing, together(1, 3), 0, 9)).isEqualTo(Placed.NOTHING);
        assertThat(place(packing, whole(1, 3), -1, 9)).isEqualTo(Placed.NOTHING);
    }

    /** 13 pieces of 3 CPUs: 2 and 1 fit on the busy nodes, 3 on each of three new nodes, and 1 on a fourth. */
    @Test
    void remembersWhatNewNodesHaveLeft() {
        Packing packing = packing(7, 3);

        assertThat(place(packing, together(1, 3), 13, 9)).isEqualTo(new Placed(13, 4, 0));
        // 1 CPU on the first busy node and on three new nodes, 7 CPUs on the fourth new node
        assertThat(place(packing, together(1, 7), 2, 0)).isEqualTo(new Placed(1, 0, 0));
        assertThat(place(packing, together(1, 1), 9, 0)).isEqualTo(new Placed(4, 0, 0));
    }

    /** Two new nodes hold 6 pieces of 3 CPUs and the busy nodes 3, so that 2 of 3 jobs of 4 pieces are placed. */
    @Test
    void placesAJobOfSeveralPiecesOnlyAsAWhole() {
        Packing packing = packing(7, 3);

        assertThat(place(packing, together(4, 3), 3, 2)).isEqualTo(new Placed(2, 2, 0));
        // 8 pieces: 3 on the busy nodes, 3 and 2 on the new nodes, of which the second has 4 CPUs left
        assertThat(place(packing, together(1, 4), 9, 0)).isEqualTo(new Placed(1, 0, 0));
        assertThat(place(packing, together(1, 1), 9, 0)).isEqualTo(new Placed(2, 0, 0));
    }

    @Test
    void placesAllPiecesThatFitExactly() {
        assertThat(place(packing(7, 3), together(3, 3), 3, 2)).isEqualTo(new Placed(3, 2, 0));
        assertThat(place(packing(7, 2), together(3, 3), 3, 2)).isEqualTo(new Placed(2, 2, 0));
    }

    /** The empty nodes have 5 and 20 CPUs. */
    @Test
    void usesEmptyNodesOfIndividualSizeBeforeNewNodes() {
        Packing packing = packing(new long[] {2}, 20, 5);

        assertThat(place(packing, together(1, 5), 3, 9)).isEqualTo(new Placed(3, 2, 2));
        // The empty nodes have 0 and 10 CPUs left; a new node comes in addition.
        assertThat(place(packing, together(1, 10), 2, 9)).isEqualTo(new Placed(2, 1, 0));
        assertThat(place(packing, together(1, 1), 9, 0)).isEqualTo(new Placed(2, 0, 0));
    }

    @Test
    void leavesEmptyNodesUnusedThatNoPieceNeeds() {
        assertThat(place(packing(new long[] {10}, 20, 5), together(1, 5), 2, 9)).isEqualTo(new Placed(2, 0, 0));
        assertThat(place(packing(new long[] {10}, 20, 5), together(1, 5), 3, 9)).isEqualTo(new Placed(3, 1, 1));
    }

    @Test
    void putsThePiecesOfAJobOnDifferentNodes() {
        Packing packing = packing(9, 6, 3);

        // Both jobs are on the first two nodes, which have 3 and 0 CPUs left.
        assertThat(place(packing, apart(2, 3), 2, 0)).isEqualTo(new Placed(2, 0, 0));
        assertThat(place(packing, together(1, 3), 9, 0)).isEqualTo(new Placed(2, 0, 0));
    }

    /** Two nodes are busy, so the job of four nodes opens two new nodes. */
    @Test
    void opensTheMissingNodesOfAJob() {
        Packing packing = packing(4, 4);

        assertThat(place(packing, apart(4, 4), 1, 2)).isEqualTo(new Placed(1, 2, 0));
        // Each new node has 6 CPUs left.
        assertThat(place(packing, together(1, 6), 9, 0)).isEqualTo(new Placed(2, 0, 0));
        assertThat(place(packing(4, 4), apart(4, 4), 1, 1)).isEqualTo(Placed.NOTHING);
    }

    /**
     * Five jobs of 2 pieces of 3 CPUs need 4 new nodes, because a node has room for 3 pieces: two nodes get 3 pieces
     * and two nodes get 2.
     */
    @Test
    void spreadsThePiecesOfManyJobsOverNewNodes() {
        Packing packing = packing();

        assertThat(place(packing, apart(2, 3), 5, 9)).isEqualTo(new Placed(5, 4, 0));
        assertThat(place(packing, together(1, 4), 9, 0)).isEqualTo(new Placed(2, 0, 0));
        assertThat(place(packing, together(1, 1), 9, 0)).isEqualTo(new Placed(2, 0, 0));
    }

    /** Three new nodes have room for 9 pieces of 3 CPUs, or 4 jobs. */
    @Test
    void placesAsManyJobsAsTheNewNodesHaveRoomFor() {
        assertThat(place(packing(), apart(2, 3), 5, 3)).isEqualTo(new Placed(4, 3, 0));
        assertThat(place(packing(), apart(2, 3), 5, 2)).isEqualTo(new Placed(3, 2, 0));
        assertThat(place(packing(), apart(2, 3), 5, 1)).isEqualTo(Placed.NOTHING);
    }

    /** The first job uses the busy node and a new node, the next job the rest of the new node and another one. */
    @Test
    void triesBusyNodesForEachJob() {
        Packing packing = packing(4);

        assertThat(place(packing, apart(2, 4), 2, 9)).isEqualTo(new Placed(2, 2, 0));
        assertThat(place(packing, together(1, 6), 9, 0)).isEqualTo(new Placed(1, 0, 0));
    }

    @Test
    void opensEmptyNodesOfIndividualSizeForTheNodesOfAJob() {
        Packing packing = packing(new long[] {4}, 5, 20, 3);

        assertThat(place(packing, apart(3, 4), 1, 9)).isEqualTo(new Placed(1, 2, 2));
        assertThat(place(packing, together(1, 16), 9, 0)).isEqualTo(new Placed(1, 0, 0));
        assertThat(place(packing, together(1, 1), 9, 0)).isEqualTo(new Placed(1, 0, 0));
    }

    @Test
    void usesAsManyEmptyNodesAsTheBudgetAllows() {
        assertThat(place(packing(new long[] {4}, 5, 20), apart(3, 4), 1, 1)).isEqualTo(Placed.NOTHING);
        assertThat(place(packing(new long[] {4}, 5, 20), whole(1, 4), 3, 2)).isEqualTo(new Placed(2, 2, 2));
        assertThat(place(packing(new long[] {4}, 5, 20), whole(2, 6), 1, 3)).isEqualTo(new Placed(1, 2, 1));
    }

    @Test
    void skipsExcludedNodes() {
        Packing packing = packing(9, 9);
        BitSet first = TestNodes.bits(0);

        assertThat(packing.place(together(1, 3), List.of(), 9, 0, first)).isEqualTo(new Placed(3, 0, 0));
        assertThat(packing.place(together(1, 3), List.of(), 9, 0, ANY_NODE)).isEqualTo(new Placed(3, 0, 0));
    }

    /** On the shape of the empty nodes a piece needs 8 CPUs, on a new node 5. */
    @Test
    void triesTheNeedsOnPresentShapesFirstWithoutNewNodes() {
        Packing packing = packing(new long[] {8}, 16);

        assertThat(packing.place(together(1, 5), List.of(together(1, 8)), 6, 3, ANY_NODE))
                .isEqualTo(new Placed(6, 3, 1));
        // 3 jobs on the busy and the empty node, 2 on the first new node, and 1 on the second
        assertThat(place(packing, together(1, 5), 9, 0)).isEqualTo(new Placed(1, 0, 0));
    }

    /** Both present shapes fit on the two empty nodes. */
    @Test
    void theNeedsOnPresentShapesShareTheJobsAndTheBudget() {
        List<NodeNeed> present = List.of(together(1, 8), together(1, 7));

        assertThat(packing(new long[0], 8, 8).place(together(1, 5), present, 1, 9, ANY_NODE))
                .isEqualTo(new Placed(1, 1, 1));
        assertThat(packing(new long[0], 8, 8).place(together(1, 5), present, 9, 1, ANY_NODE))
                .isEqualTo(new Placed(1, 1, 1));
    }

    /** The first job leaves 6 CPUs on the new node, but the second job would need another new node. */
    @Test
    void theJobsOfSeveralNodesShareTheBudget() {
        assertThat(place(packing(4), apart(2, 4), 2, 1)).isEqualTo(new Placed(1, 1, 0));
        assertThat(place(packing(new long[0], 5, 5, 5, 5), apart(2, 4), 2, 2)).isEqualTo(new Placed(1, 2, 2));
    }

    @Test
    void anUndoneTrialFreesWhatItTook() {
        Packing packing = packing(8, 4);
        place(packing, together(1, 4), 1, 0);

        trial.begin();
        assertThat(place(packing, together(1, 4), 9, 1)).isEqualTo(new Placed(4, 1, 0));
        trial.end(false);
        assertThat(place(packing, together(1, 4), 9, 0)).isEqualTo(new Placed(2, 0, 0));
    }

    @Test
    void aKeptTrialIsNotUndone() {
        Packing packing = packing(8, 4);

        trial.begin();
        place(packing, together(1, 4), 1, 0);
        trial.end(true);
        trial.begin();
        place(packing, together(1, 4), 1, 0);
        trial.end(false);
        assertThat(place(packing, together(1, 4), 9, 0)).isEqualTo(new Placed(2, 0, 0));
    }

    /** Jobs of different reservations have packings of their own, which share the nodes to add. */
    @ParameterizedTest
    @CsvSource({"false, 2, 2", "true, 1, 1"})
    void aTrialEndsForAllPackingsOfAPool(boolean kept, long first, long second) {
        List<Member> members = TestNodes.members(Condition.BUSY);
        PendingNodes pending =
                new PendingNodes(TestNodes.index(members).pool(0), TestNodes.busy(members), new BitSet(), ANY_NUMBER);
        Supplier<Packing> packing =
                () -> new Packing(List.of(cpus(10)), List.of(cpus(8)), List.of(NodeResources.NONE), pending, 100);
        Packing before = packing.get();

        pending.trial().begin();
        Packing during = packing.get();
        assertThat(place(before, together(1, 4), 1, 0)).isEqualTo(new Placed(1, 0, 0));
        assertThat(place(during, together(1, 4), 1, 0)).isEqualTo(new Placed(1, 0, 0));
        pending.trial().end(kept);

        assertThat(place(before, together(1, 4), 9, 0)).isEqualTo(new Placed(first, 0, 0));
        assertThat(place(during, together(1, 4), 9, 0)).isEqualTo(new Placed(second, 0, 0));
    }

    @Test
    void componentsOfAJobGetDifferentNodesUntilTheEndOfTheTrial() {
        Packing packing = packing(7, 3);

        trial.begin();
        assertThat(place(packing, together(1, 3), 1, 0)).isEqualTo(new Placed(1, 0, 0));
        packing.endComponent();
        assertThat(place(packing, together(1, 2), 1, 0)).isEqualTo(new Placed(1, 0, 0));
        packing.endComponent();
        assertThat(place(packing, together(1, 1), 1, 1)).isEqualTo(new Placed(1, 1, 0));
        packing.endComponent();
        assertThat(place(packing, together(1, 1), 1, 0)).isEqualTo(Placed.NOTHING);
        trial.end(true);
        // The nodes have 4, 1 and 9 CPUs left.
        assertThat(place(packing, together(1, 1), 20, 0)).isEqualTo(new Placed(14, 0, 0));
    }

    /** A piece of a trial does not move the start of the search: the trial filled nodes that are free again. */
    @Test
    void searchesAgainFromTheStartAfterATrial() {
        Packing packing = packing(4, 4);

        trial.begin();
        place(packing, together(1, 4), 1, 0);
        place(packing, together(1, 4), 1, 0);
        trial.end(false);
        assertThat(place(packing, together(1, 4), 9, 0)).isEqualTo(new Placed(2, 0, 0));
    }
}
