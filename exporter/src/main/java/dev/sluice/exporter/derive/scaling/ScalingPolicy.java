package dev.sluice.exporter.derive.scaling;

import java.time.Duration;

/**
 * What operators decide of autoscaling.
 *
 * @param counting when a pending job counts
 * @param blocked what becomes of jobs for which there is no room below the maximum at present
 * @param surplus nodes beyond those that jobs need
 * @param saving nodes that jobs do without
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
     * @param lookahead how long before its begin time; about as long as a node takes to start
     * @param debounce for how long it must have been pending; zero is off
     * @param poll time between two polls: a job that slurmctld has not looked at yet counts once it is that old
     */
    public record Counting(Duration lookahead, Duration debounce, Duration poll) {}

    /**
     * What becomes of jobs for which there is no room below the maximum at present.
     *
     * @param agingTime for how long a job for several nodes waits before nodes are reserved for it, where jobs behind it
     *     have started meanwhile; zero is never
     */
    public record Blocked(Headroom headroom, Duration agingTime) {}

    /**
     * Nodes beyond those that jobs need.
     *
     * @param spares idle nodes to keep
     * @param replaceUnusable whether a node that cannot take work is replaced while jobs wait
     */
    public record Surplus(long spares, boolean replaceUnusable) {}

    /**
     * Nodes that jobs do without.
     *
     * @param drainTarget within which time the nodes beyond those that are there are to work off the jobs; zero is off:
     *     every job that nothing else holds back gets its nodes
     * @param expectedEnds whether jobs wait for running ones that are expected to end before a node could start
     */
    public record Saving(Duration drainTarget, boolean expectedEnds) {

        /** Whether the number depends on for how long jobs run. */
        public boolean usesRunTimes() {
            return !drainTarget.isZero() || expectedEnds;
        }
    }

    /** What to do with a job that would fit if others ended, and does not while they run. */
    public enum Headroom {
        /** Leave it out, so that no nodes wait idle for it, until it has aged. */
        FIT,
        /** Count it: nodes wait idle for it while running jobs end. */
        RESERVE
    }

    /** The same where jobs count otherwise. */
    public ScalingPolicy with(Counting other) {
        return new ScalingPolicy(other, blocked, surplus, saving);
    }

    /** The same where blocked jobs fare otherwise. */
    public ScalingPolicy with(Blocked other) {
        return new ScalingPolicy(counting, other, surplus, saving);
    }

    /** The same with another surplus. */
    public ScalingPolicy with(Surplus other) {
        return new ScalingPolicy(counting, blocked, other, saving);
    }

    /** The same with other savings. */
    public ScalingPolicy with(Saving other) {
        return new ScalingPolicy(counting, blocked, surplus, other);
    }
}
