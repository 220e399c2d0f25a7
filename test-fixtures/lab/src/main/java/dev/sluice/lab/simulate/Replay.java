package dev.sluice.lab.simulate;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.lab.scheduling.JobRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Converts a job history to a scenario with the history's jobs and submit times. */
final class Replay {

    /** Time for the queue to drain after the earliest possible end of the last job. */
    private static final long AFTER = 6 * Scenarios.HOUR;

    private Replay() {}

    /**
     * Runs each job in its own partition.
     *
     * @param sets NodeSets; a single NodeSet also runs jobs without a partition
     * @throws IOException if no NodeSet belongs to a job's partition
     */
    static Scenario of(String name, History history, List<NodeSetSpec> sets) throws IOException {
        List<Submission> jobs = new ArrayList<>();
        Set<String> unknown = new TreeSet<>();
        long end = 0;
        for (History.Job job : history.jobs()) {
            boolean anywhere = sets.size() == 1 && job.partition().isEmpty();
            String partition = anywhere ? sets.get(0).partitions().get(0) : job.partition();
            int cpus = sets.stream()
                    .filter(set -> set.partitions().contains(partition))
                    .mapToInt(NodeSetSpec::cpus)
                    .max()
                    .orElse(0);
            if (cpus == 0) {
                unknown.add(partition.isEmpty() ? "(none)" : partition);
            } else {
                jobs.add(submission(job, partition, cpus));
            }
            end = Math.max(end, job.submitAt() + job.runTime());
        }
        if (!unknown.isEmpty()) {
            throw new IOException(name + ": no --node-set has partition " + String.join(", ", unknown)
                    + ", in which jobs ran; add it to one, or remove these jobs from the file");
        }
        return new Scenario(name, jobs.size() + " jobs on " + sets.size() + " NodeSets", sets, jobs, end + AFTER);
    }

    /** Returns a job for a part of each node if the job does not need whole nodes. */
    private static Submission submission(History.Job job, String partition, int cpusPerNode) {
        int nodes = job.nodes() > 0 ? job.nodes() : (int) ceiling(job.cpus(), cpusPerNode);
        int cpus = (int) ceiling(job.cpus(), nodes);
        JobRequest request =
                Submission.job(partition, job.runTime(), job.timeLimit()).nodes(nodes);
        request = request.cpusPerTask(Math.min(cpus, cpusPerNode));
        request = cpus >= cpusPerNode ? request.wholeNodes() : request;
        request = job.user().isEmpty() ? request : request.by(job.user(), "research");
        for (var gpus : job.gpus().byType().entrySet()) {
            request = request.gpusPerNode((int) ceiling(gpus.getValue(), nodes));
            request = GpuCounts.isUntyped(gpus.getKey()) ? request : request.gpuType(gpus.getKey());
        }
        return new Submission(job.submitAt(), request);
    }

    private static long ceiling(long amount, long parts) {
        return (amount + parts - 1) / parts;
    }
}
