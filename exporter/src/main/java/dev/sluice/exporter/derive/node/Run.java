package dev.sluice.exporter.derive.node;

import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.List;
import java.util.Optional;

/**
 * The run of a job, as evidence about the nodes of the run.
 *
 * @param nodes nodes of the job, as a hostlist
 * @param startedAt seconds since the epoch
 * @param endedAt seconds since the epoch; 0 while the job runs
 * @param failed true if the run failed quickly, false if the run was fine
 */
public record Run(long job, String user, String nodes, long startedAt, long endedAt, boolean failed) {

    /** Seconds after which a job has passed its node's prolog, mounts and first steps. */
    static final long QUICK = 60;

    /** Returns true if a job ended so quickly that its node may have been the cause. */
    static boolean quick(Job job) {
        return job.times().startedAt() > 0
                && job.times().endedAt() > 0
                && job.times().endedAt() - job.times().startedAt() < QUICK;
    }

    /**
     * Returns the run of an ended job; empty if the run is no evidence. A run is no evidence if the job had no nodes,
     * if the job was cancelled, preempted or out of memory within 1 min, or if the job lost its node later.
     */
    static Optional<Run> ended(Job job) {
        if (job.times().startedAt() <= 0
                || job.times().endedAt() <= 0
                || job.allocation().nodes().isEmpty()) {
            return Optional.empty();
        }
        boolean lost = job.status().base() == JobState.NODE_FAIL || job.status().base() == JobState.BOOT_FAIL;
        boolean failed = quick(job) && (lost || job.status().base() == JobState.FAILED);
        boolean fine = job.status().base() == JobState.COMPLETED || (!quick(job) && !lost);
        return failed || fine ? Optional.of(of(job, job.times().endedAt(), failed)) : Optional.empty();
    }

    /** Returns true if a job has been running for at least {@value #QUICK} seconds. */
    static boolean lasts(Job job, long now) {
        return job.status().base() == JobState.RUNNING
                && job.times().startedAt() > 0
                && now - job.times().startedAt() >= QUICK
                && !job.allocation().nodes().isEmpty();
    }

    static Run running(Job job) {
        return of(job, 0, false);
    }

    private static Run of(Job job, long endedAt, boolean failed) {
        return new Run(
                job.id(),
                job.owner().user(),
                job.allocation().nodes(),
                job.times().startedAt(),
                endedAt,
                failed);
    }

    List<String> nodeNames() {
        return Hostlist.names(nodes);
    }

    boolean on(String node) {
        return Hostlist.contains(nodes, node);
    }
}
