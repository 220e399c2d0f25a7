package dev.sluice.exporter.derive.node;

import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.List;
import java.util.Optional;

/**
 * A run of a job that tells something about its nodes.
 *
 * @param job JobId
 * @param user its user
 * @param nodes its nodes, a hostlist
 * @param startedAt seconds since the epoch
 * @param endedAt seconds since the epoch; 0 while it runs
 * @param failed whether it failed quickly; else it was fine
 */
record Run(long job, String user, String nodes, long startedAt, long endedAt, boolean failed) {

    /** A job that lasted as long has left its node's prolog, its mounts and its first steps behind it. */
    static final long QUICK = 60;

    /** Whether a job ended within so short a time that its node may have been the cause. */
    static boolean quick(Job job) {
        return job.startedAt() > 0 && job.endedAt() > 0 && job.endedAt() - job.startedAt() < QUICK;
    }

    /**
     * The run of a job that has ended. Empty of a job that says nothing: it had no nodes, or it was cancelled, preempted
     * or out of memory within a minute.
     */
    static Optional<Run> ended(Job job) {
        if (job.startedAt() <= 0 || job.endedAt() <= 0 || job.nodes().isEmpty()) {
            return Optional.empty();
        }
        boolean lost = job.base() == JobState.NODE_FAIL || job.base() == JobState.BOOT_FAIL;
        boolean failed = quick(job) && (lost || job.base() == JobState.FAILED);
        boolean fine = job.base() == JobState.COMPLETED || (!quick(job) && !lost);
        return failed || fine ? Optional.of(of(job, job.endedAt(), failed)) : Optional.empty();
    }

    /** Whether a job runs and has not failed quickly. */
    static boolean lasts(Job job, long now) {
        return job.base() == JobState.RUNNING
                && job.startedAt() > 0
                && now - job.startedAt() >= QUICK
                && !job.nodes().isEmpty();
    }

    /** The run of a job that still runs. */
    static Run running(Job job) {
        return of(job, 0, false);
    }

    private static Run of(Job job, long endedAt, boolean failed) {
        return new Run(job.id(), job.user(), job.nodes(), job.startedAt(), endedAt, failed);
    }

    List<String> nodeNames() {
        return Hostlist.parse(nodes).names();
    }

    boolean on(String node) {
        return Hostlist.contains(nodes, node);
    }
}
