package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.cluster.SelectType;
import java.time.Duration;

/**
 * What operators decide of autoscaling.
 *
 * @param spares idle nodes to keep beyond the need
 * @param lookahead how long before its begin time a job counts; about as long as a node takes to start
 * @param headroom what to do with jobs for which there is no room below the maximum at present
 * @param debounce for how long a job must have been pending to count; zero is off
 * @param poll time between two polls: a job that slurmctld has not looked at yet counts once it is that old
 * @param replaceUnusable whether a node that cannot take work is replaced while jobs wait
 * @param select what slurmctld gives to jobs
 */
public record ScalingPolicy(
        long spares,
        Duration lookahead,
        Headroom headroom,
        Duration debounce,
        Duration poll,
        boolean replaceUnusable,
        SelectType select) {

    public static final ScalingPolicy DEFAULT =
            new ScalingPolicy(0, Duration.ZERO, Headroom.FIT, Duration.ZERO, Duration.ofSeconds(15), true);

    /** Of a cluster with SelectType's usual parameters. */
    public ScalingPolicy(
            long spares,
            Duration lookahead,
            Headroom headroom,
            Duration debounce,
            Duration poll,
            boolean replaceUnusable) {
        this(spares, lookahead, headroom, debounce, poll, replaceUnusable, SelectType.DEFAULT);
    }

    /** The same, where slurmctld gives this to jobs. */
    public ScalingPolicy with(SelectType select) {
        return new ScalingPolicy(spares, lookahead, headroom, debounce, poll, replaceUnusable, select);
    }

    /** What to do with a job that would fit if others ended, and does not while they run. */
    public enum Headroom {
        /** Leave it out: no nodes wait idle for it, but small jobs may keep it waiting. */
        FIT,
        /** Count it: nodes wait idle for it while running jobs end. */
        RESERVE
    }
}
