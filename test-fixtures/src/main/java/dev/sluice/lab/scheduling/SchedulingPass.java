package dev.sluice.lab.scheduling;

import dev.sluice.lab.scheduling.NodeSelection.Outcome;
import dev.sluice.lab.scheduling.SimulatedJob.Use;
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
 * One pass over the queue by priority. In each partition, the pass reserves nodes for the first job that must wait for
 * resources: the nodes that become free soonest. Later jobs start only if they do not delay the planned job (EASY
 * backfill). Every job that stays pending gets Slurm's reason.
 */
public final class SchedulingPass {

    /**
     * The result of a pass.
     *
     * @param depth number of pending jobs
     * @param backfilled number of jobs started ahead of a pending job with higher priority
     */
    public record Result(int depth, int backfilled) {}

    /** Maximum number of jobs that are tested behind a blocked job, like {@code bf_max_job_test}. */
    private static final int MAX_TESTED = 500;

    private static final Comparator<SimulatedJob> ORDER = Comparator.comparingLong(SimulatedJob::priority)
            .reversed()
            .thenComparingLong(job -> job.times().submit())
            .thenComparingInt(SimulatedJob::id);

    private final Controller controller;
    private final StartConditions conditions;
    private final NodeSelection selection;
    /** The plan of the first blocked job of each partition. */
    private final Map<String, BackfillPlan> plans = new HashMap<>();

    private final Set<String> blocked = new HashSet<>();
    /**
     * Shapes of jobs for which the pass found no nodes behind a planned job. The pass does not search for nodes for
     * these shapes again, because the free resources only shrink.
     */
    private final Set<List<Object>> withoutRoom = new HashSet<>();

    private int tested;
    private int backfilled;

    private SchedulingPass(Controller controller) {
        this.controller = controller;
        this.conditions = new StartConditions(controller);
        this.selection = new NodeSelection(controller, plans.values());
    }

    public static Result run(Controller controller) {
        return new SchedulingPass(controller).run();
    }

    private Result run() {
        List<SimulatedJob> queue = controller.pending();
        queue.forEach(this::prepare);
        queue.stream().sorted(ORDER).forEach(this::consider);
        return new Result(queue.size(), backfilled);
    }

    private void prepare(SimulatedJob job) {
        if (job.beginAt() > controller.now()) {
            job.times = job.times().eligibleAt(job.beginAt());
        } else if (job.times().eligible() == 0 && conditions.heldBack(job).isEmpty()) {
            job.times = job.times().eligibleAt(controller.now());
        }
        controller.prioritise(job);
    }

    private void consider(SimulatedJob job) {
        if (job.het().map(place -> place.offset() > 0).orElse(false)) {
            return;
        }
        List<SimulatedJob> group = controller.group(job);
        boolean behind = isBehindOthers(job);
        while (job.isPending()) {
            Optional<JobReason> obstacle = conditions.obstacle(group);
            if (obstacle.isPresent()) {
                keepWaiting(group, obstacle.get());
                return;
            }
            if (behind && tested >= MAX_TESTED) {
                keepWaiting(group, JobReason.PRIORITY);
                return;
            }
            if (!start(group)) {
                tested += behind ? 1 : 0;
                return;
            }
        }
        tested += behind ? 1 : 0;
    }

    private boolean isBehindOthers(SimulatedJob job) {
        return blocked.containsAll(job.request().partitions());
    }

    /** Starts the job, or all components of a heterogeneous job. Jobs that cannot start stay pending with a reason. */
    private boolean start(List<SimulatedJob> group) {
        Map<SimulatedJob, Outcome> outcomes = new LinkedHashMap<>();
        // slurmctld gives each component nodes of its own.
        Set<String> used = new HashSet<>();
        for (SimulatedJob job : group) {
            Outcome outcome = outcome(job, used);
            outcome.where().forEach(allocation -> used.add(allocation.node().name()));
            outcomes.put(job, outcome);
        }
        Optional<Outcome> missed = outcomes.values().stream()
                .filter(outcome -> outcome.reason() != JobReason.NONE)
                .findFirst();
        if (missed.isPresent()) {
            keepWaiting(group, missed.get());
            return false;
        }
        Optional<JobReason> limit = conditions.limit(outcomes.entrySet().stream()
                .map(found -> Use.of(found.getKey().request(), found.getValue().where()))
                .toList());
        if (limit.isPresent()) {
            keepWaiting(group, limit.get());
            return false;
        }
        outcomes.forEach((job, found) -> {
            backfilled += blocked.contains(found.partition()) ? 1 : 0;
            controller.start(job, found.partition(), found.where());
        });
        return true;
    }

    private Outcome outcome(SimulatedJob job, Set<String> used) {
        List<Object> shape = shape(job);
        if (withoutRoom.contains(shape)) {
            return Outcome.missed(
                    JobReason.RESOURCES, job.request().partitions().get(0));
        }
        Outcome outcome = selection.of(job, used);
        if (outcome.reason() == JobReason.RESOURCES
                && used.isEmpty()
                && plans.keySet().containsAll(job.request().partitions())) {
            withoutRoom.add(shape);
        }
        return outcome;
    }

    private void keepWaiting(List<SimulatedJob> group, Outcome missed) {
        SimulatedJob first = group.get(0);
        if (missed.reason() == JobReason.BAD_CONSTRAINTS) {
            group.forEach(job -> job.impossible = true);
        }
        if (missed.reason() != JobReason.RESOURCES) {
            keepWaiting(group, missed.reason());
            return;
        }
        keepWaiting(group, isBehindOthers(first) ? JobReason.PRIORITY : JobReason.RESOURCES);
        blocked.addAll(first.request().partitions());
        if (group.size() == 1 && !plans.containsKey(missed.partition())) {
            plan(first, missed);
        }
    }

    private void keepWaiting(List<SimulatedJob> group, JobReason reason) {
        for (SimulatedJob job : group) {
            if (job.reason() != reason) {
                controller.jobsChanged();
            }
            job.waitFor(reason, controller.now());
        }
    }

    private void plan(SimulatedJob job, Outcome missed) {
        long soon = controller.now() + 1;
        List<BackfillPlan.Ending> running = controller.running().stream()
                .flatMap(other -> other.allocations().stream()
                        .map(held ->
                                new BackfillPlan.Ending(Math.max(other.times().end(), soon), held)))
                .toList();
        JobRequest request = job.request();
        BackfillPlan.of(missed.later(), request.nodes(), request.needOn(0), running, controller.now())
                .ifPresent(plan -> {
                    plans.put(missed.partition(), plan);
                    job.plan(plan.startAt(), plan.nodes().stream().sorted().toList());
                });
    }

    /** Returns the properties of a job that determine its possible nodes. */
    private static List<Object> shape(SimulatedJob job) {
        JobRequest request = job.request();
        List<Object> shape = new ArrayList<>(List.of(request.needOn(0), request.smallestNeed(), job.limit()));
        shape.addAll(List.of(request.partitions(), request.nodes(), request.features(), request.requiredNodes()));
        shape.add(request.reservation());
        return shape;
    }
}
