package dev.sluice.exporter.derive.node;

import java.util.List;

/**
 * A node on which jobs of several users fail quickly, although jobs of these users do not fail on other nodes.
 *
 * @param jobs failed jobs, oldest first
 * @param chance upper limit of the probability that so many jobs fail on a healthy node, from the failure rates of the
 *     jobs' users on other nodes
 */
public record BlackHole(String node, List<FailedJob> jobs, double chance) {

    public BlackHole {
        jobs = List.copyOf(jobs);
    }

    /**
     * A job that failed quickly.
     *
     * @param startedAt seconds since the epoch
     * @param endedAt seconds since the epoch
     */
    public record FailedJob(long id, String user, long startedAt, long endedAt) {

        static FailedJob of(Run run) {
            return new FailedJob(run.job(), run.user(), run.startedAt(), run.endedAt());
        }
    }

    /** Returns the number of users of the failed jobs. */
    public long users() {
        return jobs.stream().map(FailedJob::user).distinct().count();
    }
}
