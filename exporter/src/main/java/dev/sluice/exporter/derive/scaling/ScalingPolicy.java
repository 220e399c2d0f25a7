package dev.sluice.exporter.derive.scaling;

import java.time.Duration;

/**
 * The configuration of autoscaling.
 *
 * @param lookahead how long before its begin time a job counts; about the time that a node needs to start
 * @param debounce how long a job must be pending before the job counts; zero is off
 * @param pollInterval a job that slurmctld has not considered yet counts once the job is older than the poll interval
 * @param agingTime how long a multi-node job waits before nodes are reserved for the job, if jobs further back in the
 *     queue have started meanwhile; zero disables these reservations
 * @param spares number of idle nodes to keep
 * @param replaceUnusable whether unavailable nodes are replaced while jobs are pending
 */
public record ScalingPolicy(
        Duration lookahead,
        Duration debounce,
        Duration pollInterval,
        Duration agingTime,
        long spares,
        boolean replaceUnusable) {

    public static final ScalingPolicy DEFAULT =
            new ScalingPolicy(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(15), Duration.ofHours(1), 0, true);
}
