package dev.sluice.exporter.derive.scaling;

import java.time.Duration;

/**
 * The configuration of autoscaling.
 *
 * @param counting when a pending job counts
 * @param agingTime how long a multi-node job waits before nodes are reserved for the job, if jobs further back in the
 *     queue have started meanwhile; zero disables these reservations
 * @param surplus nodes in addition to the nodes that jobs need
 * @param drainTarget time within which the started nodes must be able to finish the jobs; zero disables the target:
 *     every runnable job gets its nodes
 */
public record ScalingPolicy(Counting counting, Duration agingTime, Surplus surplus, Duration drainTarget) {

    public static final ScalingPolicy DEFAULT = new ScalingPolicy(
            new Counting(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(15)),
            Duration.ofHours(1),
            new Surplus(0, true),
            Duration.ZERO);

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
     * Nodes in addition to the nodes that jobs need.
     *
     * @param spares number of idle nodes to keep
     * @param replaceUnusable whether unavailable nodes are replaced while jobs are pending
     */
    public record Surplus(long spares, boolean replaceUnusable) {}

    /** Returns whether the desired size depends on the run times of jobs. */
    public boolean usesRunTimes() {
        return !drainTarget.isZero();
    }

    public ScalingPolicy with(Counting other) {
        return new ScalingPolicy(other, agingTime, surplus, drainTarget);
    }

    public ScalingPolicy with(Surplus other) {
        return new ScalingPolicy(counting, agingTime, other, drainTarget);
    }

    public ScalingPolicy withAgingTime(Duration other) {
        return new ScalingPolicy(counting, other, surplus, drainTarget);
    }

    public ScalingPolicy withDrainTarget(Duration other) {
        return new ScalingPolicy(counting, agingTime, surplus, other);
    }
}
