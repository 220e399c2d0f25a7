package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.derive.scaling.pool.NodeIndex.NodeList;
import dev.sluice.exporter.derive.scaling.pool.NodeIndex.PoolNodes;
import dev.sluice.exporter.model.Amounts;
import java.util.BitSet;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** The nodes of one pool that jobs need in addition to the busy nodes. Trials can be undone. */
public final class PendingNodes {

    private final PoolNodes nodes;
    private final BitSet within;
    private final BitSet live;
    private final BitSet unusable;
    private final NodeSelection avoided;
    /** Ghost nodes that jobs exclude. These ghost nodes return before the nodes that the jobs need. */
    private final NodeSelection returning;

    private final NodeSelection named;
    private final NodeSelection reserved;
    /** Empty nodes of individual size that jobs use, one by one; all other nodes are identical. */
    private final NodeSelection opened;

    private final int sized;
    private final Trial trial = new Trial();
    /** Nodes for jobs that accept any node. */
    private long anywhere;
    /** Nodes for jobs that exclude the empty nodes in {@code avoided}. */
    private long elsewhere;
    /** Minimum number of nodes that includes the nodes that jobs require by name or by reservation. */
    private long ordinals;

    /**
     * Creates an object without pending nodes.
     *
     * @param busy bits of the busy nodes
     * @param sized bits of the empty nodes of individual size, if the nodes of the pool differ
     * @param max maximum number of nodes of the pool
     */
    public PendingNodes(PoolNodes nodes, BitSet busy, BitSet sized, long max) {
        this.nodes = nodes;
        this.within = bits(i -> member(i).ordinal() < max);
        this.live = bits(i -> member(i).condition() != Member.Condition.GHOST);
        this.unusable = bits(i -> member(i).condition() == Member.Condition.UNUSABLE);
        this.avoided = new NodeSelection(i -> !busy.get(i) && !sized.get(i) && isEmpty(member(i)));
        this.returning = new NodeSelection(i -> !live.get(i) && within.get(i));
        this.named = new NodeSelection(i -> !busy.get(i) && !unusable.get(i));
        this.reserved = new NodeSelection(i ->
                !busy.get(i) && within.get(i) && (!unusable.get(i) || member(i).reserved()));
        this.opened = new NodeSelection(sized::get);
        this.sized = sized.cardinality();
    }

    private Member member(int i) {
        return nodes.members().get(i);
    }

    private static boolean isEmpty(Member member) {
        return member.condition() == Member.Condition.IDLE || member.condition() == Member.Condition.STARTING;
    }

    private BitSet bits(IntPredicate which) {
        BitSet bits = new BitSet();
        for (int i = 0; i < nodes.members().size(); i++) {
            bits.set(i, which.test(i));
        }
        return bits;
    }

    public long count() {
        return count((long) avoided.size() + returning.size());
    }

    private long count(long toAvoid) {
        long further = Amounts.sum(elsewhere, Math.max(anywhere, toAvoid));
        // New pods come in addition to all existing nodes, even to nodes that are too small for the jobs.
        long present = further > 0 ? sized : opened.size();
        return Amounts.sum(further, present + named.size() + (long) reserved.size());
    }

    /** Returns how many empty nodes no job uses although additional nodes are needed. */
    public long unfit() {
        return grows() ? unopened() : 0;
    }

    private boolean grows() {
        return elsewhere + Math.max(anywhere, avoided.size() + returning.size()) > 0;
    }

    private long unopened() {
        return sized - (long) opened.size();
    }

    /** Returns how many more empty nodes of individual size a job can use. */
    long roomToOpen(long budget) {
        return grows() ? unopened() : Math.min(budget, unopened());
    }

    /** Returns how many new or identical empty nodes a job can use. */
    long roomToGrow(long budget) {
        return grows() ? budget : Math.max(0, budget - unopened());
    }

    boolean isUnopened(int node) {
        return !opened.has(node);
    }

    void open(int node) {
        opened.add(node);
    }

    /** Returns how many of the nodes belong to reservations. */
    public long reserved() {
        return reserved.size();
    }

    /** Returns the minimum number of nodes that includes all nodes required by name or by reservation. */
    public long ordinals() {
        return ordinals;
    }

    /** Returns whether the pool has, or can have again, all of these nodes. */
    public boolean canHave(NodeList list) {
        return list.complete() && count(list, within) == list.nodes().cardinality();
    }

    private int count(NodeList list, BitSet among) {
        BitSet found = nodes.of(list);
        found.and(among);
        return found.cardinality();
    }

    /** Returns the trial that can undo all additions. */
    public Trial trial() {
        return trial;
    }

    /** Returns how many nodes a job that accepts any node can use, including nodes that other jobs exclude. */
    public long roomForAny(long budget) {
        return Amounts.sum(budget, Math.max(0, avoided.size() + returning.size() - anywhere));
    }

    public void addAny(long more) {
        long before = anywhere;
        anywhere = Amounts.sum(before, more);
        trial.changed(() -> anywhere = before);
    }

    /** Adds nodes to the nodes that other jobs exclude. Therefore, the count always increases. */
    public void addFurther(long more) {
        long before = elsewhere;
        elsewhere = Amounts.sum(before, more);
        trial.changed(() -> elsewhere = before);
    }

    /** Returns how many nodes a job with excluded nodes can use. No other nodes replace the excluded nodes. */
    public long roomAvoiding(NodeList excluded, long budget) {
        long toAvoid =
                (long) avoided.size() + avoided.missing(excluded) + returning.size() + returning.missing(excluded);
        // Pods of excluded nodes in maintenance stay, and no other node can have their names.
        long kept = count(excluded, unusable);
        return Math.max(0, budget - kept - (count(toAvoid) - count()));
    }

    /** Adds nodes for a job with excluded nodes. */
    public void addAvoiding(NodeList excluded, long more) {
        avoided.add(excluded, node -> {});
        addFurther(more);
        bringBack(excluded);
    }

    /** Pods start in the order of their ordinals, including pods of nodes that the jobs exclude. */
    private void bringBack(NodeList excluded) {
        if (returning.missing(excluded) == 0) {
            return;
        }
        BitSet others = nodes.of(excluded);
        long left = elsewhere;
        for (int i = 0; i < nodes.members().size(); i++) {
            boolean avoids = others.get(i);
            left -= !avoids && isEmpty(member(i)) ? 1 : 0;
        }
        long before = 0;
        int ordinal = 0;
        for (int i = 0; i < nodes.members().size() && left > 0; i++) {
            Member member = member(i);
            // Ordinals without a record have no known properties that jobs could exclude.
            left -= Math.max(0, member.ordinal() - ordinal);
            ordinal = member.ordinal() + 1;
            if (left > 0 && member.condition() == Member.Condition.GHOST) {
                boolean avoids = others.get(i);
                before += avoids ? 1 : 0;
                left -= avoids ? 0 : 1;
            }
        }
        returning.addFirst(excluded, Math.max(0, before - returning.size()), within, node -> {});
    }

    /** Returns how many nodes of a reservation no job uses yet. */
    public long missingOfReservation(NodeList theirs) {
        return reserved.missing(theirs);
    }

    /** Adds nodes of a reservation: existing nodes first, then ghost nodes that can return. */
    public void addOfReservation(NodeList theirs, long more) {
        long there = reserved.addFirst(theirs, more, live, this::includeOrdinal);
        reserved.addFirst(theirs, more - there, within, this::includeOrdinal);
    }

    /** Returns how many nodes of a list are neither busy nor required by name yet. */
    public long missingOfNamed(NodeList required) {
        return named.missing(required);
    }

    /**
     * Adds required nodes. Jobs that require one node run one after another on this node, so the node counts only once.
     * Busy nodes do not count.
     */
    public void addNamed(NodeList required) {
        named.add(required, this::includeOrdinal);
    }

    private void includeOrdinal(int node) {
        long before = ordinals;
        ordinals = Math.max(before, member(node).ordinal() + 1L);
        trial.changed(() -> ordinals = before);
    }

    /** A set of nodes of the pool. The set shrinks only if a trial is undone. */
    private final class NodeSelection {

        private final BitSet selectable;
        private final BitSet selected = new BitSet();

        /** @param selectable nodes that can be added */
        NodeSelection(IntPredicate selectable) {
            this.selectable = bits(selectable);
        }

        int size() {
            return selected.cardinality();
        }

        /** Returns how many nodes of a list can still be added. */
        int missing(NodeList list) {
            return open(list).cardinality();
        }

        private BitSet open(NodeList list) {
            BitSet open = nodes.of(list);
            open.and(selectable);
            open.andNot(selected);
            return open;
        }

        boolean has(int node) {
            return selected.get(node);
        }

        void add(int node) {
            selected.set(node);
            trial.changed(() -> selected.clear(node));
        }

        /** Adds the missing nodes of a list; {@code added} receives the index of each added node in the pool. */
        void add(NodeList list, IntConsumer added) {
            addFirst(list, Long.MAX_VALUE, selectable, added);
        }

        /**
         * Adds the first missing nodes of a list; {@code added} receives the index of each added node in the pool.
         *
         * @param count maximum number of nodes
         * @param among nodes to choose from
         * @return number of added nodes
         */
        long addFirst(NodeList list, long count, BitSet among, IntConsumer added) {
            BitSet open = open(list);
            open.and(among);
            int[] first = open.stream().limit(Math.max(0, count)).toArray();
            for (int node : first) {
                add(node);
                added.accept(node);
            }
            return first.length;
        }
    }
}
