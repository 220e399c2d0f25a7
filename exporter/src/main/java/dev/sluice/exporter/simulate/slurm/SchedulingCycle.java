package dev.sluice.exporter.simulate.slurm;

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
 * One pass over the queue in the order of submission. The first job of a partition that has to wait for running jobs
 * gets the nodes that are free soonest; later ones start where they do not delay it (EASY backfill).
 */
final class SchedulingCycle {

    /** As {@code bf_max_job_test}: how many jobs behind a waiting one are looked at. */
    private static final int MOST_TESTED = 500;

    private static final Comparator<QueuedJob> ORDER = Comparator.comparingLong(
                    (QueuedJob job) -> job.spec().submitAt())
            .thenComparingLong(job -> job.spec().id());

    private final Slurm slurm;
    private final long now;
    private final Map<String, List<SimulatedNode>> nodes = new HashMap<>();
    private final Map<String, Reservation> reservations = new LinkedHashMap<>();
    private final Set<String> blocked = new HashSet<>();
    private boolean changed;

    /** Nodes that the first waiting job of a partition will have, and from when. */
    private record Reservation(Set<SimulatedNode> nodes, long from) {}

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
            } else if (blocked.contains(job.spec().partition()) && ++tested > MOST_TESTED) {
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
        JobSpec.Gate gate = job.spec().gate();
        if (job.refused()) {
            return Optional.of("BadConstraints");
        }
        if (job.heldAt(now)) {
            return Optional.of("JobHeldUser");
        }
        if (gate.after() > 0 && !slurm.hasEnded(gate.after())) {
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
        List<SimulatedNode> free = open.stream()
                .filter(node -> node.hasRoomFor(job.spec()) && !reservedFrom(node, partition, end))
                // Nodes with other jobs are filled before empty ones are opened.
                .sorted(Comparator.comparingInt(node -> node.busy() ? 0 : 1))
                .limit(asked)
                .toList();
        if (free.size() == asked) {
            slurm.start(job, free, now);
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

    private boolean reservedFrom(SimulatedNode node, String partition, long end) {
        Reservation reservation = reservations.get(partition);
        return reservation != null && reservation.nodes().contains(node) && end > reservation.from();
    }

    private String block(QueuedJob job, List<SimulatedNode> open) {
        String partition = job.spec().partition();
        if (!reservations.containsKey(partition) && open.size() >= job.request().nodes()) {
            reservations.put(partition, reserve(job.spec(), open));
        }
        return blocked.add(partition) ? "Resources" : "Priority";
    }

    /** The nodes that are free soonest, if every job runs to its limit. */
    private Reservation reserve(JobSpec job, List<SimulatedNode> open) {
        Map<SimulatedNode, Long> freeAt = new LinkedHashMap<>();
        open.forEach(node -> freeAt.put(node, freeAt(node, job)));
        List<Map.Entry<SimulatedNode, Long>> soonest = freeAt.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .limit(job.request().nodes())
                .toList();
        Set<SimulatedNode> taken = new HashSet<>();
        long from = now;
        for (Map.Entry<SimulatedNode, Long> entry : soonest) {
            taken.add(entry.getKey());
            from = Math.max(from, entry.getValue());
        }
        return new Reservation(taken, from);
    }

    private long freeAt(SimulatedNode node, JobSpec job) {
        if (node.hasRoomFor(job)) {
            return now;
        }
        long cpus = node.usedCpus();
        long gpus = node.usedGpus();
        List<RunningTask> tasks = new ArrayList<>(node.tasks());
        tasks.sort(Comparator.comparingLong(RunningTask::limitAt));
        long at = now;
        for (RunningTask task : tasks) {
            JobSpec.Request request = task.job().request();
            cpus -= request.whole() ? node.type().cpus() : request.cpus();
            gpus -= request.gpus().total();
            at = task.limitAt();
            if (node.hasRoomFor(job, cpus, gpus)) {
                break;
            }
        }
        return at;
    }
}
