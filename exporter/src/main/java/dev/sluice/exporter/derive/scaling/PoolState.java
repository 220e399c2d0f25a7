package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.Hostlist;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/** One pool while jobs are put on it: its nodes as they are, and what the jobs so far need beyond the busy ones. */
final class PoolState {

    private static final Comparator<Member> ORDER =
            Comparator.comparingInt(Member::ordinal).thenComparing(Member::node);

    private final Pool pool;
    private final long max;
    private final Map<String, Member> members = new HashMap<>();
    private final Set<String> busyNodes = new HashSet<>();
    private final List<String> roomNames = new ArrayList<>();
    private final Packing packing;
    private final MemberCounts counts;
    private final Set<Ask> full = new HashSet<>();
    private final Map<PendingClass, Long> pendingJobs = new EnumMap<>(PendingClass.class);
    private final Map<UnsatisfiableCause, Long> unsatisfiable = new EnumMap<>(UnsatisfiableCause.class);
    private long blockedJobs;
    private boolean trial;
    private Taken taken = Taken.NOTHING;
    private Taken marked = Taken.NOTHING;

    /** What of a job decides whether it finds room. */
    record Ask(NodeNeed need, String requiredNodes, String excludedNodes) {}

    /**
     * Nodes beyond the busy ones.
     *
     * @param anywhere for jobs that take any
     * @param elsewhere for jobs that will not take the nodes in {@code avoided}
     * @param avoided empty nodes that a job will not take
     * @param named nodes that are not busy and that a job asks for by name
     * @param ordinals how many nodes there must be for the named ones to be among them
     */
    private record Taken(long anywhere, long elsewhere, Set<String> avoided, Set<String> named, long ordinals) {

        static final Taken NOTHING = new Taken(0, 0, Set.of(), Set.of(), 0);

        long nodes() {
            return Amounts.sum(Amounts.sum(elsewhere, Math.max(anywhere, avoided.size())), named.size());
        }
    }

    /**
     * Starts with no job put.
     *
     * @param jobNodes nodes that jobs hold, as the jobs say
     */
    PoolState(Pool pool, Set<String> jobNodes) {
        this.pool = pool;
        List<Member> sorted = pool.members().stream().sorted(ORDER).toList();
        List<FreeRoom> rooms = new ArrayList<>();
        for (Member member : sorted) {
            members.putIfAbsent(member.node(), member);
            boolean live = member.condition() != Member.Condition.GHOST;
            if (member.condition() == Member.Condition.BUSY || (live && jobNodes.contains(member.node()))) {
                busyNodes.add(member.node());
            }
            if (member.condition() == Member.Condition.BUSY
                    && !member.draining()
                    && !member.free().equals(FreeRoom.NONE)) {
                rooms.add(member.free());
                roomNames.add(member.node());
            }
        }
        this.counts = MemberCounts.of(sorted, busyNodes);
        this.max = pool.notScalable().isPresent() ? counts.live() : Math.max(0, Math.min(pool.max(), Hostlist.MOST));
        this.packing = new Packing(
                pool.shape()
                        .map(shape -> new FreeRoom(shape.cpus(), shape.memoryBytes(), shape.gpus()))
                        .orElse(FreeRoom.NONE),
                rooms);
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
        return taken.nodes();
    }

    /** How many nodes there must be for those that jobs ask for by name. */
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

    /** Whether it has, or had, all of these nodes, and can have them again. */
    boolean canHave(Set<String> names) {
        return names.stream().allMatch(name -> {
            Member member = members.get(name);
            return member != null && member.ordinal() < max;
        });
    }

    /** From here on what is put can be taken back, until it is kept. */
    void record() {
        trial = true;
        marked = taken;
        packing.record();
    }

    void keep() {
        trial = false;
        packing.keep();
    }

    void undo() {
        trial = false;
        taken = marked;
        packing.undo();
    }

    /** Whether equal jobs find room on nodes that exist, with none to be added; nothing is put. */
    boolean hasIdleFor(Ask ask, long count, HostNames names) {
        long idle = Math.max(0, counts.idle() + counts.starting() - taken.nodes());
        record();
        Packing.Placed placed = put(ask, count, names, idle);
        undo();
        return placed.tasks() == count;
    }

    /** Puts as many of some equal jobs as there is room for below the maximum, or all where room is reserved. */
    Packing.Placed put(Ask ask, long count, HostNames names, ScalingPolicy.Headroom headroom) {
        if (full.contains(ask)) {
            return Packing.Placed.NOTHING;
        }
        long budget = headroom == ScalingPolicy.Headroom.RESERVE
                ? Long.MAX_VALUE
                : Math.max(0, max - counts.busy() - taken.nodes());
        Packing.Placed placed = put(ask, count, names, budget);
        if (placed.tasks() == 0 && !trial) {
            // Room only ever shrinks, so whoever asks the same later finds none either.
            full.add(ask);
        }
        return placed;
    }

    private Packing.Placed put(Ask ask, long count, HostNames names, long budget) {
        if (!ask.requiredNodes().isEmpty()) {
            return putNamed(ask, count, names.of(ask.requiredNodes()), budget);
        }
        if (ask.excludedNodes().isEmpty()) {
            Packing.Placed placed = packing.place(ask.need(), count, withAvoided(budget), room -> true);
            taken = new Taken(
                    Amounts.sum(taken.anywhere(), placed.newNodes()),
                    taken.elsewhere(),
                    taken.avoided(),
                    taken.named(),
                    taken.ordinals());
            return placed;
        }
        return putElsewhere(ask, count, names.of(ask.excludedNodes()), budget);
    }

    /** A job that takes any node can also take those that others avoid. */
    private long withAvoided(long budget) {
        return Amounts.sum(budget, Math.max(0, taken.avoided().size() - taken.anywhere()));
    }

    private Packing.Placed putElsewhere(Ask ask, long count, Set<String> excluded, long budget) {
        Set<String> avoided = new HashSet<>(taken.avoided());
        excluded.stream().filter(this::isEmptyNode).forEach(avoided::add);
        Taken with =
                new Taken(taken.anywhere(), taken.elsewhere(), Set.copyOf(avoided), taken.named(), taken.ordinals());
        long left = budget - (with.nodes() - taken.nodes());
        IntPredicate allowed = room -> room >= roomNames.size() || !excluded.contains(roomNames.get(room));
        Packing.Placed placed = packing.place(ask.need(), count, Math.max(0, left), allowed);
        if (placed.newNodes() > 0) {
            taken = new Taken(
                    with.anywhere(),
                    Amounts.sum(with.elsewhere(), placed.newNodes()),
                    with.avoided(),
                    with.named(),
                    with.ordinals());
        }
        return placed;
    }

    private boolean isEmptyNode(String name) {
        Member member = members.get(name);
        return member != null
                && !busyNodes.contains(name)
                && (member.condition() == Member.Condition.IDLE || member.condition() == Member.Condition.STARTING);
    }

    /** Jobs that ask for the same nodes take turns on them: each node is taken once, and what is busy not at all. */
    private Packing.Placed putNamed(Ask ask, long count, Set<String> required, long budget) {
        Set<String> named = new HashSet<>(taken.named());
        long ordinals = taken.ordinals();
        for (String name : required) {
            Member member = members.get(name);
            if (member != null && !busyNodes.contains(name) && member.condition() != Member.Condition.UNUSABLE) {
                named.add(name);
                ordinals = Math.max(ordinals, member.ordinal() + 1L);
            }
        }
        long others = Math.max(0, ask.need().nodes() - required.size());
        long newNodes = Amounts.sum(named.size() - taken.named().size(), others);
        if (newNodes > budget) {
            return Packing.Placed.NOTHING;
        }
        taken = new Taken(
                Amounts.sum(taken.anywhere(), others), taken.elsewhere(), taken.avoided(), Set.copyOf(named), ordinals);
        return new Packing.Placed(count, newNodes);
    }
}
