package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.BoundedCache;
import dev.sluice.exporter.derive.scaling.pool.CpuLimits;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.MemberCounts;
import dev.sluice.exporter.derive.scaling.pool.NodeIndex;
import dev.sluice.exporter.derive.scaling.pool.NodeIndex.NodeList;
import dev.sluice.exporter.derive.scaling.pool.NodeIndex.PoolNodes;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Packing;
import dev.sluice.exporter.derive.scaling.pool.PendingNodes;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.Reservations;
import dev.sluice.exporter.derive.scaling.pool.Trial;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.NodeLayout;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntFunction;

/** A pool during the placement of jobs: its nodes, and the placed jobs' nodes in addition to the busy nodes. */
final class PoolState {

    private static final BitSet ANY_NODE = new BitSet();

    /** Maximum number of packings, because each packing stores a bin for each node. */
    private static final int MAX_TENANTS = 32;

    private final Pool pool;
    private final long max;
    private final PoolNodes nodes;
    private final NodeIndex lists;
    private final PendingNodes pending;
    private final Reservations reservations;
    /** The packings of users with exclusive nodes, of reservations, and of all other jobs. */
    private final Map<Ask.Tenant, Packing> packings = new HashMap<>();

    private final Function<Ask.Tenant, Packing> newPacking;
    private final MemberCounts counts;
    private final BoundedCache<Ask, Boolean> full;
    private final Map<PendingClass, Long> pendingJobs = new EnumMap<>(PendingClass.class);
    private final Map<UnsatisfiableCause, Long> unsatisfiable = new EnumMap<>(UnsatisfiableCause.class);
    private long blockedJobs;
    /** Reserved nodes for a job that does not fit until other jobs end. */
    private OptionalLong reservation = OptionalLong.empty();

    private final HeadOfLine headOfLine = new HeadOfLine();
    private final List<Extra> extras = new ArrayList<>();

    /**
     * Nodes in addition to a job's need; it fits on the {@code found} idle nodes by the model, or on busy nodes if 0.
     */
    record Extra(Job job, long found, long nodes) {}

    /**
     * Creates a state without placed jobs.
     *
     * @param jobNodes nodes that jobs hold according to their records
     * @param limits CPU limits of partitions
     * @param maxKept maximum size of the caches
     */
    PoolState(
            Pool pool,
            PoolNodes nodes,
            NodeIndex lists,
            BitSet jobNodes,
            CpuLimits limits,
            Reservations reservations,
            int maxKept) {
        this.pool = pool;
        this.nodes = nodes;
        this.lists = lists;
        this.reservations = reservations;
        this.full = new BoundedCache<>(maxKept);
        List<Member> members = nodes.members();
        BitSet busy = new BitSet();
        for (int i = 0; i < members.size(); i++) {
            Member.Condition condition = members.get(i).condition();
            boolean held = jobNodes.get(nodes.first() + i);
            busy.set(i, condition == Member.Condition.BUSY || (held && condition != Member.Condition.GHOST));
        }
        this.counts = MemberCounts.of(members, busy);
        this.max =
                pool.notScalable().isPresent() ? counts.live() : Math.max(0, Math.min(pool.max(), Hostlist.MAX_NAMES));
        List<NodeResources> templates = pool.shapes().isEmpty()
                ? List.of(NodeResources.NONE)
                : pool.shapes().stream().map(NodeShape::capacity).toList();
        BitSet sized = sized(templates, members, busy);
        this.pending = new PendingNodes(nodes, busy, sized, max);
        this.newPacking = tenant -> new Packing(
                pool.shapes().isEmpty()
                        ? templates
                        : pool.shapes().stream().map(limits::of).toList(),
                freeCapacities(limits, tenant, i -> freeCapacity(members.get(i))),
                freeCapacities(
                        limits,
                        tenant,
                        i -> sized.get(i) && tenant.reservation().isEmpty()
                                ? members.get(i).free()
                                : NodeResources.NONE),
                pending,
                maxKept);
    }

    /** Returns the empty nodes that accept jobs; no nodes if all have the pool's only shape. */
    private static BitSet sized(List<NodeResources> templates, List<Member> members, BitSet busy) {
        BitSet idle = new BitSet();
        boolean differ = templates.size() > 1;
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            boolean known = !busy.get(i) && member.emptyForAll();
            idle.set(i, known);
            differ |= known && !member.free().equals(templates.get(0));
        }
        return differ ? idle : new BitSet();
    }

    /** Returns the free capacity of each node for a tenant. */
    private List<NodeResources> freeCapacities(CpuLimits limits, Ask.Tenant tenant, IntFunction<NodeResources> free) {
        List<NodeResources> all = new ArrayList<>();
        NodeLayout layout = pool.shapes().isEmpty()
                ? NodeLayout.UNKNOWN
                : pool.shapes().get(0).layout();
        BitSet theirs = nodes.of(reservations.nodes(tenant.reservation()));
        for (int i = 0; i < nodes.members().size(); i++) {
            Member member = nodes.members().get(i);
            boolean open = tenant.reservation().isEmpty() ? !member.reserved() : theirs.get(i);
            boolean suits = member.user().equals(tenant.user()) || member.condition() == Member.Condition.IDLE;
            all.add(limits.of(open && suits ? free.apply(i) : NodeResources.NONE, nodes.first() + i, layout));
        }
        return all;
    }

    private static NodeResources freeCapacity(Member member) {
        return member.condition() == Member.Condition.BUSY && !member.draining() ? member.free() : NodeResources.NONE;
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

    PoolNodes nodes() {
        return nodes;
    }

    PendingNodes pending() {
        return pending;
    }

    long pendingNodes() {
        return pending.count();
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

    /**
     * Adds empty nodes for a placed job, up to the maximum.
     *
     * @param found number of nodes that the model gave to the job in addition to the busy nodes
     * @return number of added nodes
     */
    long addExtra(Job job, long found, long nodes) {
        long added = Math.min(nodes, Math.max(0, max - counts.busy() - pendingNodes()));
        if (added > 0) {
            pending.addFurther(added);
            extras.add(new Extra(job, found, added));
        }
        return added;
    }

    OptionalLong reservation() {
        return reservation;
    }

    /** Returns the trial that can undo placements. */
    Trial trial() {
        return pending.trial();
    }

    /** Ends a component of a heterogeneous job: slurmctld gives each component nodes of its own. */
    void endComponent() {
        packings.values().forEach(Packing::endComponent);
    }

    /**
     * The result of a trial with equal jobs.
     *
     * @param tasks number of jobs that fit
     * @param nodes number of nodes in addition to busy nodes and to nodes that jobs ahead need
     * @param pending total number of nodes in addition to the busy nodes
     */
    record Tried(long tasks, long nodes, long pending) {}

    /** Returns the result that {@link #put} would return, but places no job. */
    Tried tryOut(Ask ask, long count) {
        long before = pendingNodes();
        trial().begin();
        Packing.Placed placed = put(ask, count);
        long after = pendingNodes();
        trial().end(false);
        return new Tried(placed.tasks(), after - before, after);
    }

    /** Places equal jobs: as many jobs as fit below the maximum. */
    Packing.Placed put(Ask ask, long count) {
        if (full.get(ask, false)) {
            return Packing.Placed.NOTHING;
        }
        Packing.Placed placed = put(ask, count, Math.max(0, max - counts.busy() - pendingNodes()));
        if (placed.tasks() == 0 && !trial().isRunning()) {
            // The room never grows, so later jobs with an equal request do not fit either.
            full.put(ask, true);
        }
        return placed;
    }

    /** Places one job that does not fit below the maximum. */
    Packing.Placed reserve(Ask ask) {
        reservation = OptionalLong.of(ask.need().nodes());
        return put(ask, 1, Long.MAX_VALUE);
    }

    private Packing.Placed place(Ask ask, long count, long budget, BitSet excluded) {
        if (packings.containsKey(ask.tenant()) || packings.size() < MAX_TENANTS) {
            return packings.computeIfAbsent(ask.tenant(), newPacking)
                    .place(ask.need(), ask.present(), count, budget, excluded);
        }
        // With too many tenants, the jobs get whole nodes.
        return packings.computeIfAbsent(Ask.Tenant.ANY, newPacking)
                .place(ask.need().onWholeNodes(), List.of(), count, budget, excluded);
    }

    private Packing.Placed put(Ask ask, long count, long budget) {
        if (ask.need().nodes() == 0) {
            return new Packing.Placed(count, 0, 0);
        }
        if (!ask.parts().isEmpty()) {
            return putParts(ask, count, budget);
        }
        if (!ask.requiredNodes().isEmpty()) {
            return putNamed(ask, count, lists.list(ask.requiredNodes()), budget);
        }
        if (!ask.tenant().reservation().isEmpty()) {
            return putReserved(ask, count, reservations.nodes(ask.tenant().reservation()), budget);
        }
        if (!ask.excludedNodes().isEmpty()) {
            return putElsewhere(ask, count, lists.list(ask.excludedNodes()), budget);
        }
        Packing.Placed placed = place(ask, count, pending.roomForAny(budget), ANY_NODE);
        pending.addAny(placed.newNodes() - placed.sized());
        return placed;
    }

    /** Places each part of a job on nodes of its own. */
    private Packing.Placed putParts(Ask ask, long count, long budget) {
        boolean outer = trial().isRunning();
        Packing.Placed placed = Packing.Placed.NOTHING;
        while (placed.tasks() < count) {
            if (!outer) {
                trial().begin();
            }
            Packing.Placed job = new Packing.Placed(1, 0, 0);
            for (Ask part : ask.parts()) {
                Packing.Placed one = put(part, 1, budget - placed.newNodes() - job.newNodes());
                if (one.tasks() == 0) {
                    if (!outer) {
                        trial().end(false);
                    }
                    return placed;
                }
                job = job.plus(new Packing.Placed(0, one.newNodes(), one.sized()));
                endComponent();
            }
            if (!outer) {
                trial().end(true);
            }
            placed = placed.plus(job);
        }
        return placed;
    }

    private Packing.Placed putElsewhere(Ask ask, long count, NodeList excluded, long budget) {
        Packing.Placed placed = place(ask, count, pending.roomAvoiding(excluded, budget), nodes.of(excluded));
        if (placed.newNodes() > placed.sized()) {
            pending.addAvoiding(excluded, placed.newNodes() - placed.sized());
        }
        return placed;
    }

    private Packing.Placed putReserved(Ask ask, long count, NodeList theirs, long budget) {
        long limit = Math.min(budget, pending.missingOfReservation(theirs));
        Packing.Placed placed = place(ask, count, limit, ANY_NODE);
        pending.addOfReservation(theirs, placed.newNodes());
        return placed;
    }

    private Packing.Placed putNamed(Ask ask, long count, NodeList required, long budget) {
        long others = Math.max(0, ask.need().nodes() - required.nodes().cardinality());
        long newNodes = Amounts.sum(pending.missingOfNamed(required), others);
        if (newNodes > budget) {
            return Packing.Placed.NOTHING;
        }
        pending.addNamed(required);
        pending.addAny(others);
        return new Packing.Placed(count, newNodes, 0);
    }
}
