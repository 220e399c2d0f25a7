package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.evidence.HeadOfLine;
import dev.sluice.exporter.derive.scaling.need.Amounts;
import dev.sluice.exporter.derive.scaling.need.NodeNeed;
import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import dev.sluice.exporter.derive.scaling.packing.BoundedCache;
import dev.sluice.exporter.derive.scaling.packing.NodeBits;
import dev.sluice.exporter.derive.scaling.packing.NodeIndex;
import dev.sluice.exporter.derive.scaling.packing.NodeIndex.PoolNodes;
import dev.sluice.exporter.derive.scaling.packing.NodeSelection;
import dev.sluice.exporter.derive.scaling.packing.Packing;
import dev.sluice.exporter.derive.scaling.packing.Reservations;
import dev.sluice.exporter.derive.scaling.pool.FreeCapacity;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** One pool while jobs are put on it: its nodes as they are, and what the jobs so far need beyond the busy ones. */
final class PoolState {

    private final Pool pool;
    private final long max;
    private final PoolNodes nodes;
    private final long[] within;
    private final NodeSelection avoided;
    /** Nodes that are away, and come back before those that jobs need which avoid them. */
    private final NodeSelection returning;

    private final NodeSelection named;
    private final NodeSelection reserved;
    private final long[] live;
    private final Reservations reservations;
    private final Packings packings;
    private final MemberCounts counts;
    private final BoundedCache<Ask, Boolean> full;
    private final Map<PendingClass, Long> pendingJobs = new EnumMap<>(PendingClass.class);
    private final Map<UnsatisfiableCause, Long> unsatisfiable = new EnumMap<>(UnsatisfiableCause.class);
    private long blockedJobs;
    private Optional<Reservation> reservation = Optional.empty();
    private final HeadOfLine headOfLine = new HeadOfLine();
    private final List<Extra> extras = new ArrayList<>();
    private boolean trial;
    private Taken taken = new Taken(0, 0, 0);
    private Taken marked = taken;

    /** What of a job decides whether it finds room. */
    record Ask(NodeNeed need, String requiredNodes, String excludedNodes, Packings.Tenant tenant) {}

    /**
     * Nodes beyond the busy ones, and beyond those that jobs ask for by name or by their reservation.
     *
     * @param anywhere for jobs that take any
     * @param elsewhere for jobs that will not take the empty nodes that are avoided
     * @param ordinals how many nodes there must be for the named ones to be among them
     */
    private record Taken(long anywhere, long elsewhere, long ordinals) {

        Taken withOrdinal(int ordinal) {
            return new Taken(anywhere, elsewhere, Math.max(ordinals, ordinal + 1L));
        }
    }

    /** Nodes for a job that does not fit while others run. */
    record Reservation(long jobId, long nodes) {}

    /**
     * Nodes that a job gets beyond its need.
     *
     * @param found idle nodes on which it fits by the model; 0 where it fits beside running jobs
     */
    record Extra(Job job, long found, long nodes) {}

    /**
     * Starts with no job put.
     *
     * @param jobNodes nodes that jobs hold, as the jobs say
     * @param limits what partitions leave of each node
     * @param reservations the nodes of reservations
     * @param maxKept how much it may remember to be faster
     */
    PoolState(Pool pool, PoolNodes nodes, long[] jobNodes, CpuLimits limits, Reservations reservations, int maxKept) {
        this.pool = pool;
        this.nodes = nodes;
        this.reservations = reservations;
        this.full = new BoundedCache<>(maxKept);
        List<Member> members = nodes.members();
        BitSet busy = new BitSet();
        for (int i = 0; i < members.size(); i++) {
            Member.Condition condition = members.get(i).condition();
            boolean held = (jobNodes[nodes.firstWord() + i / NodeIndex.WORD] & 1L << i) != 0;
            busy.set(i, condition == Member.Condition.BUSY || (held && condition != Member.Condition.GHOST));
        }
        this.counts = MemberCounts.of(members, busy);
        this.max =
                pool.notScalable().isPresent() ? counts.live() : Math.max(0, Math.min(pool.max(), Hostlist.MAX_NAMES));
        this.within = bits(i -> members.get(i).ordinal() < max);
        this.avoided = new NodeSelection(nodes.firstWord(), bits(i -> !busy.get(i) && isEmpty(members.get(i))));
        this.returning =
                new NodeSelection(nodes.firstWord(), bits(i -> members.get(i).condition() == Member.Condition.GHOST));
        this.named = new NodeSelection(
                nodes.firstWord(), bits(i -> !busy.get(i) && members.get(i).condition() != Member.Condition.UNUSABLE));
        this.live = bits(i -> members.get(i).condition() != Member.Condition.GHOST);
        this.reserved = new NodeSelection(
                nodes.firstWord(),
                bits(i -> !busy.get(i)
                        && members.get(i).ordinal() < max
                        && (members.get(i).condition() != Member.Condition.UNUSABLE
                                || members.get(i).reserved())));
        FreeCapacity template = pool.shape()
                .map(shape ->
                        limits.of(new FreeCapacity(shape.cpus(), shape.memoryBytes(), shape.gpus(), shape.gres())))
                .orElse(FreeCapacity.NONE);
        this.packings = new Packings(tenant -> new Packing(template, rooms(limits, tenant), maxKept));
    }

    /** What is free on the nodes of some jobs. */
    private List<FreeCapacity> rooms(CpuLimits limits, Packings.Tenant tenant) {
        List<FreeCapacity> rooms = new ArrayList<>();
        long[] theirs = reservations.nodes(tenant.reservation()).of(nodes.firstWord(), nodes.words());
        for (int i = 0; i < nodes.members().size(); i++) {
            Member member = nodes.members().get(i);
            boolean open =
                    tenant.reservation().isEmpty() ? !member.reserved() : (theirs[i / NodeIndex.WORD] & 1L << i) != 0;
            rooms.add(limits.of(
                    open && member.user().equals(tenant.user()) ? room(member) : FreeCapacity.NONE,
                    nodes.firstWord() * NodeIndex.WORD + i));
        }
        return rooms;
    }

    private static boolean isEmpty(Member member) {
        return member.condition() == Member.Condition.IDLE || member.condition() == Member.Condition.STARTING;
    }

    private static FreeCapacity room(Member member) {
        return member.condition() == Member.Condition.BUSY && !member.draining() ? member.free() : FreeCapacity.NONE;
    }

    private long[] bits(IntPredicate which) {
        long[] bits = new long[nodes.words()];
        for (int i = 0; i < nodes.members().size(); i++) {
            bits[i / NodeIndex.WORD] |= which.test(i) ? 1L << i : 0;
        }
        return bits;
    }

    Pool pool() {
        return pool;
    }

    long max() {
        return max;
    }

    MemberCounts counts() {
        return counts;
    }

    long pendingNodes() {
        return nodes(taken.elsewhere(), taken.anywhere(), (long) avoided.size() + returning.size());
    }

    private long nodes(long elsewhere, long anywhere, long toAvoid) {
        return Amounts.sum(Amounts.sum(elsewhere, Math.max(anywhere, toAvoid)), named.size() + (long) reserved.size());
    }

    /** How many of the pending nodes are those of reservations. */
    long reservedNodes() {
        return reserved.size();
    }

    /** How many nodes there must be for those that jobs ask for by name or by their reservation. */
    long ordinalsNeeded() {
        return taken.ordinals();
    }

    Map<PendingClass, Long> pendingJobs() {
        return pendingJobs;
    }

    Map<UnsatisfiableCause, Long> unsatisfiable() {
        return unsatisfiable;
    }

    long blockedJobs() {
        return blockedJobs;
    }

    void countPending(PendingClass pendingClass, long tasks) {
        if (tasks > 0) {
            pendingJobs.merge(pendingClass, tasks, Amounts::sum);
        }
    }

    void countUnsatisfiable(UnsatisfiableCause cause, long tasks) {
        unsatisfiable.merge(cause, tasks, Amounts::sum);
    }

    void countBlocked(long tasks) {
        blockedJobs = Amounts.sum(blockedJobs, tasks);
    }

    HeadOfLine headOfLine() {
        return headOfLine;
    }

    List<Extra> extras() {
        return extras;
    }

    /** Whether nodes that take work have room for all that is put, while there could be more nodes. */
    boolean fitsWithRoomToGrow() {
        return pendingNodes() <= counts.idle() && counts.busy() + pendingNodes() < max;
    }

    /**
     * Adds empty nodes for a job that is put, as far as the maximum allows.
     *
     * @param found how many nodes the model gave to it beyond the busy ones
     * @return how many were added
     */
    long addExtra(Job job, long found, long nodes) {
        long added = Math.min(nodes, Math.max(0, max - counts.busy() - pendingNodes()));
        if (added > 0) {
            // Apart from nodes that others avoid, so that the number rises in any case.
            taken = new Taken(taken.anywhere(), Amounts.sum(taken.elsewhere(), added), taken.ordinals());
            extras.add(new Extra(job, found, added));
        }
        return added;
    }

    boolean hasReservation() {
        return reservation.isPresent();
    }

    Optional<Reservation> reservation() {
        return reservation;
    }

    /** Whether one of these nodes is among its own. */
    boolean hasAny(NodeBits list) {
        int first = list.from(nodes.firstWord());
        return first < list.at().length && list.at()[first] < nodes.firstWord() + nodes.words();
    }

    /** Whether it has, or had, all of these nodes, and can have them again. */
    boolean canHave(NodeBits list) {
        return list.complete() && list.count(nodes.firstWord(), within) == list.names();
    }

    /** From here on what is put can be taken back, until it is kept. */
    void record() {
        trial = true;
        marked = taken;
        avoided.record();
        returning.record();
        named.record();
        reserved.record();
        packings.record();
    }

    void keep() {
        trial = false;
        avoided.keep();
        returning.keep();
        named.keep();
        reserved.keep();
        packings.keep();
    }

    void undo() {
        trial = false;
        taken = marked;
        avoided.undo();
        returning.undo();
        named.undo();
        reserved.undo();
        packings.undo();
    }

    /** Whether equal jobs find room on nodes that exist, with none to be added; nothing is put. */
    boolean hasIdleFor(Ask ask, long count, NodeIndex lists) {
        long idle = Math.max(0, counts.idle() + counts.starting() - pendingNodes());
        record();
        Packing.Placed placed = put(ask, count, lists, idle);
        undo();
        return placed.tasks() == count;
    }

    /** Puts as many of some equal jobs as there is room for below the maximum, or all where room is reserved. */
    Packing.Placed put(Ask ask, long count, NodeIndex lists, ScalingPolicy.Headroom headroom) {
        if (full.get(ask, false)) {
            return Packing.Placed.NOTHING;
        }
        long budget = headroom == ScalingPolicy.Headroom.RESERVE
                ? Long.MAX_VALUE
                : Math.max(0, max - counts.busy() - pendingNodes());
        Packing.Placed placed = put(ask, count, lists, budget);
        if (placed.tasks() == 0 && !trial) {
            // Room only ever shrinks, so whoever asks the same later finds none either.
            full.put(ask, true);
        }
        return placed;
    }

    /** Puts one job for which there is no room below the maximum. */
    Packing.Placed reserve(long jobId, Ask ask, NodeIndex lists) {
        Packing.Placed placed = put(ask, 1, lists, Long.MAX_VALUE);
        reservation = Optional.of(new Reservation(jobId, ask.need().nodes()));
        return placed;
    }

    private Packing.Placed place(Ask ask, long count, long budget, Packing.Excluded excluded) {
        boolean together = packings.has(ask.tenant());
        NodeNeed need = together ? ask.need() : ask.need().onWholeNodes();
        return packings.of(together ? ask.tenant() : Packings.Tenant.ANY).place(need, count, budget, excluded);
    }

    private Packing.Placed put(Ask ask, long count, NodeIndex lists, long budget) {
        if (!ask.requiredNodes().isEmpty()) {
            return putNamed(ask, count, lists.list(ask.requiredNodes()), budget);
        }
        if (!ask.tenant().reservation().isEmpty()) {
            return putReserved(ask, count, reservations.nodes(ask.tenant().reservation()), budget);
        }
        if (!ask.excludedNodes().isEmpty()) {
            return putElsewhere(ask, count, lists.list(ask.excludedNodes()), budget);
        }
        Packing.Placed placed = place(ask, count, withAvoided(budget), Packing.Excluded.NOTHING);
        taken = new Taken(Amounts.sum(taken.anywhere(), placed.newNodes()), taken.elsewhere(), taken.ordinals());
        return placed;
    }

    /** A job that takes any node can also take those that others avoid. */
    private long withAvoided(long budget) {
        return Amounts.sum(budget, Math.max(0, avoided.size() + returning.size() - taken.anywhere()));
    }

    private Packing.Placed putElsewhere(Ask ask, long count, NodeBits excluded, long budget) {
        long toAvoid = (long) avoided.size() + avoided.missing(excluded) + returning.size();
        long left = budget - (nodes(taken.elsewhere(), taken.anywhere(), toAvoid) - pendingNodes());
        Packing.Placed placed = place(
                ask,
                count,
                Math.max(0, left),
                new Packing.Excluded(ask.excludedNodes(), excluded.of(nodes.firstWord(), nodes.words())));
        if (placed.newNodes() > 0) {
            avoided.add(excluded, node -> {});
            taken = new Taken(taken.anywhere(), Amounts.sum(taken.elsewhere(), placed.newNodes()), taken.ordinals());
            bringBack(excluded);
        }
        return placed;
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
            left -= !avoids && isEmpty(nodes.members().get(i)) ? 1 : 0;
        }
        long before = 0;
        int ordinal = 0;
        for (int i = 0; i < nodes.members().size() && left > 0; i++) {
            Member member = nodes.members().get(i);
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

    /** Of the nodes of a reservation those that are there come first, then those that were and can come back. */
    private Packing.Placed putReserved(Ask ask, long count, NodeBits theirs, long budget) {
        Packing.Placed placed = place(ask, count, Math.min(budget, reserved.missing(theirs)), Packing.Excluded.NOTHING);
        IntConsumer withOrdinal =
                node -> taken = taken.withOrdinal(nodes.members().get(node).ordinal());
        long there = reserved.addFirst(theirs, placed.newNodes(), live, withOrdinal);
        reserved.addFirst(theirs, placed.newNodes() - there, within, withOrdinal);
        return placed;
    }

    /** Jobs that ask for the same nodes take turns on them: each node is taken once, and what is busy not at all. */
    private Packing.Placed putNamed(Ask ask, long count, NodeBits required, long budget) {
        long others = Math.max(0, ask.need().nodes() - required.names());
        long newNodes = Amounts.sum(named.missing(required), others);
        if (newNodes > budget) {
            return Packing.Placed.NOTHING;
        }
        named.add(
                required,
                node -> taken = taken.withOrdinal(nodes.members().get(node).ordinal()));
        taken = new Taken(Amounts.sum(taken.anywhere(), others), taken.elsewhere(), taken.ordinals());
        return new Packing.Placed(count, newNodes);
    }
}
