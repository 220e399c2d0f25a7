package dev.sluice.simulator.scheduler;

import dev.sluice.common.scheduling.BackfillPlan;
import dev.sluice.common.scheduling.NodeAllocation;
import dev.sluice.simulator.cluster.ClusterState;
import dev.sluice.simulator.cluster.Partition;
import dev.sluice.simulator.job.Hold;
import dev.sluice.simulator.job.Job;
import dev.sluice.simulator.job.JobReason;
import dev.sluice.simulator.job.JobState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Starts pending jobs by priority, lets small ones slip past large ones that wait (backfill), preempts for those who
 * may, and gives every job that stays the reason that Slurm would give.
 */
public final class Scheduler {
    private record Plan(long priority, BackfillPlan start) {}

    private record Start(String partition, List<NodeAllocation> where) {}

    private static final int MAX_PLANS = 2;

    private final ClusterState state;
    private final StartConditions conditions;
    private final Priorities priorities;
    private final Map<Integer, Plan> plans = new HashMap<>();

    public Scheduler(ClusterState state) {
        this.state = state;
        this.conditions = new StartConditions(state);
        this.priorities = new Priorities(state);
    }

    /** One pass over the queue; a backfill pass also plans where the largest waiting jobs will go. */
    public void run(boolean backfill) {
        List<Job> queue = state.pending();
        queue.forEach(this::prepare);
        if (backfill) {
            plans.clear();
            state.statistics().backfill(queue.size(), state.now());
        } else {
            plans.keySet().removeIf(id -> !state.job(id).map(Job::isPending).orElse(false));
            state.statistics().scheduled(queue.size());
        }
        Set<String> blocked = new HashSet<>();
        queue.stream()
                .sorted(Comparator.comparingLong(Job::priority).reversed().thenComparingInt(Job::id))
                .forEach(job -> consider(job, blocked, backfill));
    }

    private void prepare(Job job) {
        boolean free = conditions.heldBack(job).isEmpty();
        if (free && job.times().eligible() == 0) {
            job.becomeEligible(state.now());
        } else if (job.beginAt() > state.now()) {
            job.becomeEligible(job.beginAt());
        }
        job.prioritise(job.hold() == Hold.NONE && !job.isImpossible() ? priorities.of(job) : Map.of());
    }

    private void consider(Job job, Set<String> blocked, boolean backfill) {
        if (job.het().map(place -> place.offset() > 0).orElse(false)) {
            return;
        }
        List<Job> group = state.group(job);
        while (job.isPending()) {
            Optional<JobReason> obstacle = group.stream()
                    .flatMap(part -> conditions.obstacle(part).stream())
                    .findFirst();
            if (obstacle.isPresent()) {
                keepWaiting(group, obstacle.get());
                return;
            }
            if (!tryStart(group, blocked)) {
                waitForResources(group, blocked, backfill);
                return;
            }
        }
    }

    private void waitForResources(List<Job> group, Set<String> blocked, boolean backfill) {
        Job first = group.get(0);
        if (preemptFor(first)) {
            keepWaiting(group, JobReason.RESOURCES);
            return;
        }
        List<String> partitions = first.request().partitions();
        boolean behind = blocked.containsAll(partitions);
        keepWaiting(group, behind ? JobReason.PRIORITY : JobReason.RESOURCES);
        blocked.addAll(partitions);
        if (backfill && group.size() == 1 && plans.size() < MAX_PLANS && deservesPlan(first)) {
            plan(first);
        } else {
            Optional.ofNullable(plans.get(first.id())).ifPresent(plan -> show(plan.start(), first));
        }
    }

    private void keepWaiting(List<Job> group, JobReason reason) {
        for (Job job : group) {
            if (job.reason() != reason) {
                state.jobsChanged();
            }
            job.waitFor(reason, state.now());
        }
    }

    private boolean tryStart(List<Job> group, Set<String> blocked) {
        FreeNodes nodes = FreeNodes.of(state);
        Map<Job, Start> starts = new LinkedHashMap<>();
        for (Job job : group) {
            Optional<Start> start = find(job, nodes);
            if (start.isEmpty()) {
                return false;
            }
            nodes.take(start.get().where());
            starts.put(job, start.get());
        }
        starts.forEach((job, start) -> {
            if (blocked.contains(start.partition())) {
                state.statistics().backfilled();
            }
            state.start(job, start.partition(), start.where());
        });
        return true;
    }

    private Optional<Start> find(Job job, FreeNodes nodes) {
        for (String name : job.request().partitions()) {
            Partition partition = state.definition().partition(name);
            if (partition.up() && job.request().timeLimit().compareTo(partition.maxTime()) <= 0) {
                Optional<List<NodeAllocation>> where = nodes.place(job.request(), usable(job, partition));
                if (where.isPresent()) {
                    return Optional.of(new Start(name, where.get()));
                }
            }
        }
        return Optional.empty();
    }

    private List<String> usable(Job job, Partition partition) {
        long endAt = state.now() + job.limit();
        return partition.nodes().stream()
                .filter(name -> state.node(name).isUsable())
                .filter(name -> isInOwnReservation(job, name) && !reservedForOthers(job, name, endAt))
                .filter(name -> plans.entrySet().stream()
                        .noneMatch(e -> e.getKey() != job.id() && collides(e.getValue(), job, name, endAt)))
                .toList();
    }

    /** A job of a reservation runs nowhere else. */
    private boolean isInOwnReservation(Job job, String node) {
        Optional<String> own = job.request().reservation();
        return own.isEmpty()
                || state.reservations().stream()
                        .anyMatch(r -> r.name().equals(own.get()) && r.nodes().contains(node));
    }

    private boolean reservedForOthers(Job job, String node, long endAt) {
        Optional<String> own = job.request().reservation();
        return state.reservations().stream()
                .anyMatch(r -> r.touches(node, state.now(), endAt) && !own.equals(Optional.of(r.name())));
    }

    private static boolean collides(Plan plan, Job job, String node, long endAt) {
        return plan.priority() >= job.priority() && plan.start().isDelayedBy(node, endAt);
    }

    private static boolean deservesPlan(Job job) {
        return job.request().nodes() > 1 || job.request().gpusOn(0) >= 8;
    }

    private void plan(Job job) {
        Partition partition =
                state.definition().partition(job.request().partitions().get(0));
        long soon = state.now() + 1;
        List<BackfillPlan.Ending> running = state.running().stream()
                .flatMap(other -> other.allocations().stream()
                        .map(held ->
                                new BackfillPlan.Ending(Math.max(other.times().end(), soon), held)))
                .toList();
        FreeNodes.of(state)
                .plan(job.request(), usable(job, partition), running, state.now())
                .ifPresent(start -> {
                    plans.put(job.id(), new Plan(job.priority(), start));
                    show(start, job);
                });
    }

    private static void show(BackfillPlan start, Job job) {
        job.plan(start.startAt(), start.nodes().stream().sorted().toList());
    }

    private boolean shareNodes(Job running, Job waiting) {
        Partition partition =
                state.definition().partition(waiting.request().partitions().get(0));
        return running.allocations().stream()
                .anyMatch(a -> partition.nodes().contains(a.node().name()));
    }

    /** Ends jobs of a preemptable QOS, the youngest first, if that makes room; the job starts in the next pass. */
    private boolean preemptFor(Job job) {
        if (!state.definition().qosOf(job.request()).preempts()) {
            return false;
        }
        FreeNodes nodes = FreeNodes.of(state);
        List<Job> victims = new ArrayList<>();
        List<Job> young = state.running().stream()
                .filter(other -> state.definition().qosOf(other.request()).preemptable())
                .filter(other -> other.het().isEmpty() && shareNodes(other, job))
                .sorted(Comparator.<Job>comparingLong(o -> o.times().start()).reversed())
                .toList();
        for (Job other : young) {
            nodes.give(other.allocations());
            victims.add(other);
            if (find(job, nodes).isPresent()) {
                victims.forEach(v -> state.end(v, JobState.PREEMPTED, JobReason.NONE));
                return true;
            }
        }
        return false;
    }
}
