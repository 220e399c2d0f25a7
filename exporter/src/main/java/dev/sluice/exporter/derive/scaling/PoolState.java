package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.evidence.HeadOfLine;
import dev.sluice.exporter.derive.scaling.need.Amounts;
import dev.sluice.exporter.derive.scaling.need.NodeNeed;
import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import dev.sluice.exporter.derive.scaling.packing.Backlog;
import dev.sluice.exporter.derive.scaling.packing.BoundedCache;
import dev.sluice.exporter.derive.scaling.packing.CpuLimits;
import dev.sluice.exporter.derive.scaling.packing.NodeBits;
import dev.sluice.exporter.derive.scaling.packing.NodeIndex;
import dev.sluice.exporter.derive.scaling.packing.NodeIndex.PoolNodes;
import dev.sluice.exporter.derive.scaling.packing.Packing;
import dev.sluice.exporter.derive.scaling.packing.Packings;
import dev.sluice.exporter.derive.scaling.packing.PendingNodes;
import dev.sluice.exporter.derive.scaling.packing.Reservations;
import dev.sluice.exporter.derive.scaling.pool.FreeCapacity;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.MemberCounts;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.NodeLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** One pool while jobs are put on it: its nodes as they are, and what the jobs so far need beyond the busy ones. */
final class PoolState {

    private final Pool pool;
    private final long max;
    private final PoolNodes nodes;
    private final PendingNodes pending;
    private final Reservations reservations;
    private final Packings packings;
    private final List<FreeCapacity> templates;
    private final Backlog backlog;
    private final MemberCounts counts;
    private final BoundedCache<Ask, Boolean> full;
    private final Map<PendingClass, Long> pendingJobs = new EnumMap<>(PendingClass.class);
    private final Map<UnsatisfiableCause, Long> unsatisfiable = new EnumMap<>(UnsatisfiableCause.class);
    private long blockedJobs;
    private Optional<Reservation> reservation = Optional.empty();
    private final HeadOfLine headOfLine = new HeadOfLine();
    private final List<Extra> extras = new ArrayList<>();
    private boolean trial;

    /**
     * What of a job decides whether it finds room.
     *
     * @param sizing what it needs of further nodes
     * @param present what it needs of larger nodes, the largest first, where the nodes of the pool differ
     */
    record Ask(
            Packing.Sizing sizing,
            List<Packing.Sizing> present,
            String requiredNodes,
            String excludedNodes,
            Packings.Tenant tenant) {

        NodeNeed need() {
            return sizing.need();
        }

        /** The same without some more nodes. */
        Ask without(String more) {
            String excluded = excludedNodes.isEmpty() ? more : excludedNodes + "," + more;
            return more.isEmpty() ? this : new Ask(sizing, present, requiredNodes, excluded, tenant);
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
     * @param backlog how soon jobs are to be worked off
     * @param maxKept how much it may remember to be faster
     */
    PoolState(
            Pool pool,
            PoolNodes nodes,
            long[] jobNodes,
            CpuLimits limits,
            Reservations reservations,
            Backlog.Terms backlog,
            int maxKept) {
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
        this.templates = pool.shapes().isEmpty()
                ? List.of(FreeCapacity.NONE)
                : pool.shapes().stream().map(NodeShape::capacity).toList();
        BitSet sized = sized(templates, members, busy);
        this.backlog = new Backlog(nodes, busy, templates.get(0), backlog.startSeconds(pool.name()), backlog);
        this.pending = new PendingNodes(nodes, busy, sized, max);
        this.packings = new Packings(tenant -> new Packing(
                pool.shapes().isEmpty()
                        ? templates
                        : pool.shapes().stream().map(limits::of).toList(),
                rooms(limits, tenant, i -> room(members.get(i))),
                rooms(
                        limits,
                        tenant,
                        i -> sized.get(i) && tenant.reservation().isEmpty()
                                ? members.get(i).free()
                                : FreeCapacity.NONE),
                pending,
                maxKept));
    }

    /** Empty nodes that take work, where they are not all like the one shape of the pool. */
    private static BitSet sized(List<FreeCapacity> templates, List<Member> members, BitSet busy) {
        BitSet idle = new BitSet();
        boolean differ = templates.size() > 1;
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            boolean known = !busy.get(i)
                    && member.condition() == Member.Condition.IDLE
                    && !member.draining()
                    && !member.reserved()
                    && !member.free().equals(FreeCapacity.NONE);
            idle.set(i, known);
            differ |= known && !member.free().equals(templates.get(0));
        }
        return differ ? idle : new BitSet();
    }

    /** What is free on the nodes of some jobs. */
    private List<FreeCapacity> rooms(CpuLimits limits, Packings.Tenant tenant, IntFunction<FreeCapacity> free) {
        List<FreeCapacity> rooms = new ArrayList<>();
        NodeLayout layout = pool.shapes().isEmpty()
                ? NodeLayout.UNKNOWN
                : pool.shapes().get(0).layout();
        long[] theirs = reservations.nodes(tenant.reservation()).of(nodes.firstWord(), nodes.words());
        for (int i = 0; i < nodes.members().size(); i++) {
            Member member = nodes.members().get(i);
            boolean open =
                    tenant.reservation().isEmpty() ? !member.reserved() : (theirs[i / NodeIndex.WORD] & 1L << i) != 0;
            boolean suits = member.user().equals(tenant.user()) || member.condition() == Member.Condition.IDLE;
            rooms.add(limits.of(
                    open && suits ? free.apply(i) : FreeCapacity.NONE, nodes.firstWord() * NodeIndex.WORD + i, layout));
        }
        return rooms;
    }

    private static FreeCapacity room(Member member) {
        return member.condition() == Member.Condition.BUSY && !member.draining() ? member.free() : FreeCapacity.NONE;
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

    PendingNodes pending() {
        return pending;
    }

    long pendingNodes() {
        return pending.count();
    }

    Backlog backlog() {
        return backlog;
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
            pending.addFurther(added);
            backlog.fix(added);
            extras.add(new Extra(job, found, added));
        }
        return added;
    }

    Optional<Reservation> reservation() {
        return reservation;
    }

    /** Whether one of these nodes is among its own. */
    boolean hasAny(NodeBits list) {
        int first = list.from(nodes.firstWord());
        return first < list.at().length && list.at()[first] < nodes.firstWord() + nodes.words();
    }

    /** From here on what is put can be taken back, until it is kept. */
    void record() {
        trial = true;
        pending.record();
        packings.record();
    }

    void keep() {
        trial = false;
        pending.keep();
        packings.keep();
    }

    void undo() {
        trial = false;
        pending.undo();
        packings.undo();
    }

    /**
     * What some equal jobs would take.
     *
     * @param tasks how many of them there is room for
     * @param nodes nodes beyond those that are busy or that jobs ahead need
     * @param pending nodes beyond the busy ones that jobs would need in all
     */
    record Trial(long tasks, long nodes, long pending) {}

    /** Tries what {@link #put} would do; nothing is put. */
    Trial tryOut(Ask ask, long count, NodeIndex lists, ScalingPolicy.Headroom headroom) {
        long before = pendingNodes();
        record();
        Packing.Placed placed = put(ask, count, lists, headroom);
        long after = pendingNodes();
        undo();
        return new Trial(placed.tasks(), after - before, after);
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

    /**
     * Counts the work of equal jobs, some of which are put.
     *
     * @param blocked how many of them found no room
     */
    void countWork(Job job, Ask ask, Packing.Placed placed, long blocked) {
        FreeCapacity empty = templates.get(ask.sizing().shape());
        if (ask.requiredNodes().isEmpty() && ask.tenant().reservation().isEmpty()) {
            backlog.put(job, ask.need(), empty, placed);
            backlog.block(job, ask.need(), empty, blocked);
        } else {
            backlog.fix(placed.newNodes());
        }
    }

    /** Puts one job for which there is no room below the maximum. */
    Packing.Placed reserve(long jobId, Ask ask, NodeIndex lists) {
        Packing.Placed placed = put(ask, 1, lists, Long.MAX_VALUE);
        backlog.fix(placed.newNodes());
        reservation = Optional.of(new Reservation(jobId, ask.need().nodes()));
        return placed;
    }

    private Packing.Placed place(Ask ask, long count, long budget, Packing.Excluded excluded) {
        if (packings.has(ask.tenant())) {
            return packings.of(ask.tenant()).place(ask.sizing(), ask.present(), count, budget, excluded);
        }
        Packing.Sizing whole =
                new Packing.Sizing(ask.need().onWholeNodes(), ask.sizing().shape());
        return packings.of(Packings.Tenant.ANY).place(whole, List.of(), count, budget, excluded);
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
        Packing.Placed placed = place(ask, count, pending.roomForAny(budget), Packing.Excluded.NOTHING);
        pending.addAny(placed.newNodes() - placed.sized());
        return placed;
    }

    private Packing.Placed putElsewhere(Ask ask, long count, NodeBits excluded, long budget) {
        Packing.Placed placed = place(
                ask,
                count,
                pending.roomAvoiding(excluded, budget),
                new Packing.Excluded(ask.excludedNodes(), excluded.of(nodes.firstWord(), nodes.words())));
        if (placed.newNodes() > placed.sized()) {
            pending.addAvoiding(excluded, placed.newNodes() - placed.sized());
        }
        return placed;
    }

    private Packing.Placed putReserved(Ask ask, long count, NodeBits theirs, long budget) {
        long room = Math.min(budget, pending.missingOfReservation(theirs));
        Packing.Placed placed = place(ask, count, room, Packing.Excluded.NOTHING);
        pending.addOfReservation(theirs, placed.newNodes());
        return placed;
    }

    private Packing.Placed putNamed(Ask ask, long count, NodeBits required, long budget) {
        long others = Math.max(0, ask.need().nodes() - required.names());
        long newNodes = Amounts.sum(pending.missingOfNamed(required), others);
        if (newNodes > budget) {
            return Packing.Placed.NOTHING;
        }
        pending.addNamed(required);
        pending.addAny(others);
        return new Packing.Placed(count, newNodes, 0);
    }
}
