package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.cluster.SelectType;
import java.time.Duration;

/**
 * What operators decide of autoscaling.
 *
 * @param spares idle nodes to keep beyond the need
 * @param lookahead how long before its begin time a job counts; about as long as a node takes to start
 * @param headroom what to do with jobs for which there is no room below the maximum at present
 * @param agingTime for how long a job for several nodes waits before nodes are reserved for it, where jobs behind it
 *     have started meanwhile; zero is never
 * @param debounce for how long a job must have been pending to count; zero is off
 * @param poll time between two polls: a job that slurmctld has not looked at yet counts once it is that old
 * @param replaceUnusable whether a node that cannot take work is replaced while jobs wait
 * @param select what slurmctld gives to jobs
 * @param drainTarget within which time the nodes beyond those that are there are to work off the jobs; zero is off: every
 *     job that nothing else holds back gets its nodes
 * @param expectedEnds whether jobs wait for running ones that are expected to end before a node could start
 */
public record ScalingPolicy(
        long spares,
        Duration lookahead,
        Headroom headroom,
        Duration agingTime,
        Duration debounce,
        Duration poll,
        boolean replaceUnusable,
        SelectType select,
        Duration drainTarget,
        boolean expectedEnds) {

    private static final Duration DEFAULT_AGING_TIME = Duration.ofHours(1);

    public static final ScalingPolicy DEFAULT =
            new ScalingPolicy(0, Duration.ZERO, Headroom.FIT, Duration.ZERO, Duration.ofSeconds(15), true);

    /** Of a cluster with SelectType's usual parameters, with the usual aging time. */
    public ScalingPolicy(
            long spares,
            Duration lookahead,
            Headroom headroom,
            Duration debounce,
            Duration poll,
            boolean replaceUnusable) {
        this(
                spares,
                lookahead,
                headroom,
                DEFAULT_AGING_TIME,
                debounce,
                poll,
                replaceUnusable,
                SelectType.DEFAULT,
                Duration.ZERO,
                false);
    }

    /** The same, where slurmctld gives this to jobs. */
    public ScalingPolicy with(SelectType select) {
        return new ScalingPolicy(
                spares,
                lookahead,
                headroom,
                agingTime,
                debounce,
                poll,
                replaceUnusable,
                select,
                drainTarget,
                expectedEnds);
    }

    /** The same with another number of idle nodes beyond the need. */
    public ScalingPolicy keeping(long idle) {
        return new ScalingPolicy(
                idle,
                lookahead,
                headroom,
                agingTime,
                debounce,
                poll,
                replaceUnusable,
                select,
                drainTarget,
                expectedEnds);
    }

    /** The same with another aging time. */
    public ScalingPolicy agingAfter(Duration time) {
        return new ScalingPolicy(
                spares, lookahead, headroom, time, debounce, poll, replaceUnusable, select, drainTarget, expectedEnds);
    }

    /** The same with another answer to jobs that do not fit yet. */
    public ScalingPolicy with(Headroom other) {
        return new ScalingPolicy(
                spares,
                lookahead,
                other,
                agingTime,
                debounce,
                poll,
                replaceUnusable,
                select,
                drainTarget,
                expectedEnds);
    }

    /** The same with another drain target. */
    public ScalingPolicy drainingWithin(Duration target) {
        return new ScalingPolicy(
                spares, lookahead, headroom, agingTime, debounce, poll, replaceUnusable, select, target, expectedEnds);
    }

    /** The same where jobs wait for running ones that are expected to end before a node could start. */
    public ScalingPolicy awaitingEnds() {
        return new ScalingPolicy(
                spares, lookahead, headroom, agingTime, debounce, poll, replaceUnusable, select, drainTarget, true);
    }

    /** Whether the number depends on for how long jobs run. */
    public boolean usesRunTimes() {
        return !drainTarget.isZero() || expectedEnds;
    }

    /** What to do with a job that would fit if others ended, and does not while they run. */
    public enum Headroom {
        /** Leave it out, so that no nodes wait idle for it, until it has aged. */
        FIT,
        /** Count it: nodes wait idle for it while running jobs end. */
        RESERVE
    }
}
