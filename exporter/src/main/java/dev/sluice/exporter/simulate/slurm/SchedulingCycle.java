package dev.sluice.exporter.simulate.slurm;

import dev.sluice.common.scheduling.BackfillPlan;
import dev.sluice.common.scheduling.FreeResources;
import dev.sluice.common.scheduling.Need;
import dev.sluice.common.scheduling.NodeAllocation;
import dev.sluice.common.scheduling.Placement;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One pass over the queue in the order of submission. The first job of a partition that has to wait for running jobs
 * gets the nodes that are free soonest; later ones start where they do not delay it (EASY backfill).
 */
final class SchedulingCycle {

    /** As {@code bf_max_job_test}: how many jobs behind a waiting one are looked at. */
    private static final int MAX_TESTED = 500;

    private static final Comparator<QueuedJob> ORDER = Comparator.comparingLong(
                    (QueuedJob job) -> job.spec().submitAt())
            .thenComparingLong(job -> job.spec().id());

    private final Slurm slurm;
    private final long now;
    private final Map<String, List<SimulatedNode>> nodes = new HashMap<>();
    /** The start of the first waiting job of each partition. */
    private final Map<String, BackfillPlan> plans = new HashMap<>();

    private final Set<String> blocked = new HashSet<>();
    private boolean changed;

    SchedulingCycle(Slurm slurm, long now) {
        this.slurm = slurm;
        this.now = now;
    }

    void run() {
        int tested = 0;
        for (QueuedJob job : slurm.queue().stream()
                .filter(job -> job.waitingTasks() > 0)
                .sorted(ORDER)
                .toList()) {
            Optional<String> waits = waitsFor(job);
            if (waits.isPresent()) {
                note(job, waits.get());
            } else if (blocked.contains(job.spec().partition()) && ++tested > MAX_TESTED) {
                note(job, "Priority");
            } else {
                startOrExplain(job);
            }
        }
        if (changed) {
            slurm.changed();
        }
    }

    private void note(QueuedJob job, String reason) {
        changed |= job.because(reason);
    }

    private Optional<String> waitsFor(QueuedJob job) {
        JobSpec.Eligibility eligibility = job.spec().eligibility();
        if (job.refused()) {
            return Optional.of("BadConstraints");
        }
        if (job.heldAt(now)) {
            return Optional.of("JobHeldUser");
        }
        if (eligibility.after() > 0 && !slurm.hasEnded(eligibility.after())) {
            return Optional.of("Dependency");
        }
        return now < job.beginAt() ? Optional.of("BeginTime") : Optional.empty();
    }

    private void startOrExplain(QueuedJob job) {
        while (job.waitingTasks() > 0) {
            if (job.atItsLimit()) {
                note(job, "JobArrayTaskLimit");
                return;
            }
            Optional<String> reason = start(job);
            if (reason.isPresent()) {
                note(job, reason.get());
                return;
            }
        }
    }

    /** Starts a task, or says why not. */
    private Optional<String> start(QueuedJob job) {
        String partition = job.spec().partition();
        List<SimulatedNode> known = nodes.computeIfAbsent(partition, slurm::nodes);
        List<SimulatedNode> suited =
                known.stream().filter(node -> node.type().suits(job.spec())).toList();
        int asked = job.request().nodes();
        if (suited.isEmpty() && !known.isEmpty()) {
            job.refuse();
            return Optional.of("BadConstraints");
        }
        if (suited.size() < asked) {
            return Optional.of("PartitionConfig");
        }
        long end = now + job.spec().timeLimit();
        List<SimulatedNode> working =
                suited.stream().filter(node -> node.up() && !node.drained()).toList();
        List<SimulatedNode> open =
                working.stream().filter(node -> !keptOff(node, end)).toList();
        Optional<BackfillPlan> plan = Optional.ofNullable(plans.get(partition));
        List<FreeResources> candidates = open.stream()
                .filter(node -> plan.isEmpty() || !plan.get().isDelayedBy(node.name(), end))
                // Nodes with other jobs are filled before empty ones are opened.
                .sorted(Comparator.comparingInt(node -> node.busy() ? 0 : 1))
                .map(SimulatedNode::free)
                .toList();
        Need need = job.request().need();
        Optional<List<NodeAllocation>> where = Placement.of(candidates, asked, index -> need);
        if (where.isPresent()) {
            slurm.start(job, where.get(), now);
            return Optional.empty();
        }
        if (open.size() < asked && working.size() >= asked) {
            return Optional.of("ReqNodeNotAvail");
        }
        return Optional.of(block(job, open));
    }

    private boolean keptOff(SimulatedNode node, long end) {
        return slurm.maintenances().stream().anyMatch(maintenance -> maintenance.keepsOff(node, now, end));
    }

    private String block(QueuedJob job, List<SimulatedNode> open) {
        String partition = job.spec().partition();
        if (!plans.containsKey(partition) && open.size() >= job.request().nodes()) {
            JobSpec.Request request = job.request();
            List<FreeResources> candidates =
                    open.stream().map(SimulatedNode::free).toList();
            BackfillPlan.of(candidates, request.nodes(), request.need(), slurm.endings(), now)
                    .ifPresent(plan -> plans.put(partition, plan));
        }
        return blocked.add(partition) ? "Resources" : "Priority";
    }
}
