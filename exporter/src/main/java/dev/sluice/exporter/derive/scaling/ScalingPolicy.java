package dev.sluice.exporter.derive.scaling;

import java.time.Duration;

/**
 * The configuration of autoscaling.
 *
 * @param counting when a pending job counts
 * @param blocked whether to count jobs that do not fit below the maximum until other jobs end
 * @param surplus nodes in addition to the nodes that jobs need
 * @param saving how to run the jobs on fewer nodes
 */
public record ScalingPolicy(Counting counting, Blocked blocked, Surplus surplus, Saving saving) {

    public static final ScalingPolicy DEFAULT = new ScalingPolicy(
            new Counting(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(15)),
            new Blocked(Headroom.FIT, Duration.ofHours(1)),
            new Surplus(0, true),
            new Saving(Duration.ZERO, false));

    /**
     * When a pending job counts.
     *
     * @param lookahead how long before its begin time a job counts; about the time that a node needs to start
     * @param debounce how long a job must be pending before the job counts; zero is off
     * @param poll poll interval: a job that slurmctld has not considered yet counts once the job is older than the poll
     *     interval
     */
    public record Counting(Duration lookahead, Duration debounce, Duration poll) {}

    /**
     * Whether to count jobs that do not fit below the maximum until other jobs end.
     *
     * @param agingTime how long a multi-node job waits before nodes are reserved for the job, if jobs further back in
     *     the queue have started meanwhile; zero disables these reservations
     */
    public record Blocked(Headroom headroom, Duration agingTime) {}

    /**
     * Nodes in addition to the nodes that jobs need.
     *
     * @param spares number of idle nodes to keep
     * @param replaceUnusable whether unavailable nodes are replaced while jobs are pending
     */
    public record Surplus(long spares, boolean replaceUnusable) {}

    /**
     * How to run the jobs on fewer nodes.
     *
     * @param drainTarget time within which the started nodes must be able to finish the jobs; zero disables the target:
     *     every runnable job gets its nodes
     * @param expectedEnds whether jobs wait for running jobs that are expected to end before a node could start
     */
    public record Saving(Duration drainTarget, boolean expectedEnds) {

        /** Returns whether the desired size depends on the run times of jobs. */
        public boolean usesRunTimes() {
            return !drainTarget.isZero() || expectedEnds;
        }
    }

    /** How to treat a job that does not fit until other jobs end. */
    public enum Headroom {
        /** Count the job only after a minimum age, to avoid idle nodes while the job is still pending. */
        FIT,
        /** Count the job immediately. Nodes are idle while the job waits for running jobs to end. */
        RESERVE
    }

    public ScalingPolicy with(Counting other) {
        return new ScalingPolicy(other, blocked, surplus, saving);
    }

    public ScalingPolicy with(Blocked other) {
        return new ScalingPolicy(counting, other, surplus, saving);
    }

    public ScalingPolicy with(Surplus other) {
        return new ScalingPolicy(counting, blocked, other, saving);
    }

    public ScalingPolicy with(Saving other) {
        return new ScalingPolicy(counting, blocked, surplus, other);
    }
}
