package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.ArrayDeque;
import java.util.Deque;
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

    /**
     * The jobs that failed quickly on one node since a job was fine on the node, and the node's earlier failure rate.
     */
    static final class NodeRuns {

        /** Maximum number of failures to remember. Further failures add no evidence. */
        private static final int MAX_FAILED = 16;

        private static final int MAX_PAST = 64;

        private final Deque<Run> failed = new ArrayDeque<>();
        private int pastRuns;
        private int pastFailed;
        private boolean named;

        void add(Run run) {
            if (!run.failed()) {
                fine(run.startedAt());
                past(false);
            } else {
                if (failed.size() == MAX_FAILED) {
                    failed.removeFirst();
                }
                failed.addLast(run);
            }
        }

        /**
         * Records that a job was fine on the node. The node did not cause the failures of jobs that started before this
         * job.
         */
        void fine(long startedAt) {
            int before = failed.size();
            failed.removeIf(each -> each.startedAt() <= startedAt);
            if (!named) {
                for (int gone = failed.size(); gone < before; gone++) {
                    past(true);
                }
            }
            named &= !failed.isEmpty();
        }

        /**
         * Marks the node as a black hole. The failures of a black hole say nothing about the node's failure rate before
         * or after the repair.
         */
        void name() {
            named = true;
        }

        boolean named() {
            return named;
        }

        private void past(boolean failure) {
            if (pastRuns == MAX_PAST) {
                pastRuns /= 2;
                pastFailed /= 2;
            }
            pastRuns++;
            pastFailed += failure ? 1 : 0;
        }

        /**
         * Returns the share of earlier jobs on the node that failed quickly, as if one more job had been fine; 0
         * without earlier jobs.
         */
        double pastShare() {
            return pastFailed / (pastRuns + 1.0);
        }

        void forgetBefore(long endedAt) {
            failed.removeIf(run -> run.endedAt() < endedAt);
            named &= !failed.isEmpty();
        }

        int failures() {
            return failed.size();
        }

        long users() {
            return failed.stream().map(Run::user).distinct().count();
        }

        List<Run> failed() {
            return List.copyOf(failed);
        }
    }
}
