package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.derive.scaling.need.Amounts;
import dev.sluice.exporter.derive.scaling.packing.NodeIndex.PoolNodes;
import dev.sluice.exporter.derive.scaling.pool.Member;
import java.util.BitSet;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** The nodes of one pool beyond the busy ones that jobs need; a trial can be taken back. */
public final class PendingNodes {

    private final PoolNodes nodes;
    private final long[] within;
    private final long[] live;
    private final NodeSelection avoided;
    /** Nodes that are away, and come back before those that jobs need which avoid them. */
    private final NodeSelection returning;

    private final NodeSelection named;
    private final NodeSelection reserved;
    /** Empty nodes of their own size that jobs take, one by one; all others are alike. */
    private final NodeSelection opened;

    private final int sized;
    private Taken taken = new Taken(0, 0, 0);
    private Taken marked = taken;

    /**
     * Nodes beyond the busy ones, and beyond those that jobs ask for by name or by their reservation.
     *
     * @param anywhere for jobs that take any
     * @param elsewhere for jobs that will not take the empty nodes that are avoided
     * @param ordinals how many nodes there must be for the named ones to be among them
     */
    private record Taken(long anywhere, long elsewhere, long ordinals) {

        Taken withAnywhere(long more) {
            return new Taken(Amounts.sum(anywhere, more), elsewhere, ordinals);
        }

        Taken withElsewhere(long more) {
            return new Taken(anywhere, Amounts.sum(elsewhere, more), ordinals);
        }

        Taken withOrdinal(int ordinal) {
            return new Taken(anywhere, elsewhere, Math.max(ordinals, ordinal + 1L));
        }
    }

    /**
     * Starts with none.
     *
     * @param busy which nodes are busy
     * @param sized empty nodes that jobs take by their own size, because the nodes of the pool differ
     * @param max the most nodes that the pool can have
     */
    public PendingNodes(PoolNodes nodes, BitSet busy, BitSet sized, long max) {
        this.nodes = nodes;
        this.within = bits(i -> member(i).ordinal() < max);
        this.live = bits(i -> member(i).condition() != Member.Condition.GHOST);
        this.avoided =
                new NodeSelection(nodes.firstWord(), bits(i -> !busy.get(i) && !sized.get(i) && isEmpty(member(i))));
        this.returning = new NodeSelection(
                nodes.firstWord(),
                bits(i -> member(i).condition() == Member.Condition.GHOST
                        && member(i).ordinal() < max));
        this.named = new NodeSelection(
                nodes.firstWord(), bits(i -> !busy.get(i) && member(i).condition() != Member.Condition.UNUSABLE));
        this.reserved = new NodeSelection(
                nodes.firstWord(),
                bits(i -> !busy.get(i)
                        && member(i).ordinal() < max
                        && (member(i).condition() != Member.Condition.UNUSABLE
                                || member(i).reserved())));
        this.opened = new NodeSelection(nodes.firstWord(), bits(sized::get));
        this.sized = sized.cardinality();
    }

    private Member member(int i) {
        return nodes.members().get(i);
    }

    private static boolean isEmpty(Member member) {
        return member.condition() == Member.Condition.IDLE || member.condition() == Member.Condition.STARTING;
    }

    private long[] bits(IntPredicate which) {
        long[] bits = new long[nodes.words()];
        for (int i = 0; i < nodes.members().size(); i++) {
            bits[i / NodeIndex.WORD] |= which.test(i) ? 1L << i : 0;
        }
        return bits;
    }

    public long count() {
        return count(taken.elsewhere(), taken.anywhere(), (long) avoided.size() + returning.size());
    }

    private long count(long elsewhere, long anywhere, long toAvoid) {
        long further = Amounts.sum(elsewhere, Math.max(anywhere, toAvoid));
        // Pods come on top of those that are there, also of nodes that are too small for the jobs.
        long present = further > 0 ? sized : opened.size();
        return Amounts.sum(further, present + named.size() + (long) reserved.size());
    }

    /** How many empty nodes no job takes, while nodes are needed on top of them. */
    public long unfit() {
        return grows() ? unopened() : 0;
    }

    private boolean grows() {
        return taken.elsewhere() + Math.max(taken.anywhere(), avoided.size() + returning.size()) > 0;
    }

    private long unopened() {
        return sized - (long) opened.size();
    }

    /** How many further empty nodes of their own size a job can take. */
    long roomToOpen(long budget) {
        return grows() ? unopened() : Math.min(budget, unopened());
    }

    /** How many nodes a job can take that are not there, or all alike. */
    long roomToGrow(long budget) {
        return grows() ? budget : Math.max(0, budget - unopened());
    }

    boolean isUnopened(int node) {
        return !opened.has(node);
    }

    void open(int node) {
        opened.add(node);
    }

    /** How many of them are nodes of reservations. */
    public long reserved() {
        return reserved.size();
    }

    /** How many nodes there must be for those that jobs ask for by name or by their reservation. */
    public long ordinals() {
        return taken.ordinals();
    }

    /** Whether the pool has, or had, all of these nodes, and can have them again. */
    public boolean canHave(NodeBits list) {
        return list.complete() && list.count(nodes.firstWord(), within) == list.names();
    }

    /** From here on what is added can be taken back, until it is kept. */
    public void record() {
        marked = taken;
        avoided.record();
        returning.record();
        named.record();
        reserved.record();
        opened.record();
    }

    public void keep() {
        avoided.keep();
        returning.keep();
        named.keep();
        reserved.keep();
        opened.keep();
    }

    public void undo() {
        taken = marked;
        avoided.undo();
        returning.undo();
        named.undo();
        reserved.undo();
        opened.undo();
    }

    /** How many nodes a job can take that takes any, also those that others avoid. */
    public long roomForAny(long budget) {
        return Amounts.sum(budget, Math.max(0, avoided.size() + returning.size() - taken.anywhere()));
    }

    public void addAny(long more) {
        taken = taken.withAnywhere(more);
    }

    /** Adds nodes apart from those that others avoid, so that the number rises in any case. */
    public void addFurther(long more) {
        taken = taken.withElsewhere(more);
    }

    /** How many nodes a job can take that avoids some: it has no use for these, and no others come in their place. */
    public long roomAvoiding(NodeBits excluded, long budget) {
        long toAvoid =
                (long) avoided.size() + avoided.missing(excluded) + returning.size() + returning.missing(excluded);
        return Math.max(0, budget - (count(taken.elsewhere(), taken.anywhere(), toAvoid) - count()));
    }

    /** Adds nodes for a job that avoids some. */
    public void addAvoiding(NodeBits excluded, long more) {
        avoided.add(excluded, node -> {});
        taken = taken.withElsewhere(more);
        bringBack(excluded);
    }

    /** Pods come in the order of their ordinals, also those of nodes that the jobs avoid that they come for. */
    private void bringBack(NodeBits excluded) {
        if (returning.missing(excluded) == 0) {
            return;
        }
        long[] others = excluded.of(nodes.firstWord(), nodes.words());
        long left = taken.elsewhere();
        for (int i = 0; i < nodes.members().size(); i++) {
            boolean avoids = (others[i / NodeIndex.WORD] & 1L << i) != 0;
            left -= !avoids && isEmpty(member(i)) ? 1 : 0;
        }
        long before = 0;
        int ordinal = 0;
        for (int i = 0; i < nodes.members().size() && left > 0; i++) {
            Member member = member(i);
            // Of ordinals without a record nothing is known that jobs could avoid.
            left -= Math.max(0, member.ordinal() - ordinal);
            ordinal = member.ordinal() + 1;
            if (left > 0 && member.condition() == Member.Condition.GHOST) {
                boolean avoids = (others[i / NodeIndex.WORD] & 1L << i) != 0;
                before += avoids ? 1 : 0;
                left -= avoids ? 0 : 1;
            }
        }
        returning.addFirst(excluded, Math.max(0, before - returning.size()), within, node -> {});
    }

    /** How many nodes of a reservation no job has yet. */
    public long missingOfReservation(NodeBits theirs) {
        return reserved.missing(theirs);
    }

    /** Of the nodes of a reservation those that are there come first, then those that were and can come back. */
    public void addOfReservation(NodeBits theirs, long more) {
        IntConsumer withOrdinal = node -> taken = taken.withOrdinal(member(node).ordinal());
        long there = reserved.addFirst(theirs, more, live, withOrdinal);
        reserved.addFirst(theirs, more - there, within, withOrdinal);
    }

    /** How many nodes of a list are neither busy nor asked for by name yet. */
    public long missingOfNamed(NodeBits required) {
        return named.missing(required);
    }

    /** Jobs that ask for the same nodes take turns on them: each node is taken once, and what is busy not at all. */
    public void addNamed(NodeBits required) {
        named.add(required, node -> taken = taken.withOrdinal(member(node).ordinal()));
    }
}
