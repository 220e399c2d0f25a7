package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.job.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The data that autoscaling needs from one snapshot of a cluster.
 *
 * @param fixed nodes outside of the scaling targets
 * @param jobs jobs of the cluster, read after the nodes: a job that starts between the two reads is missing from the
 *     node data, but is never counted twice
 * @param policy configuration of autoscaling
 * @param history data from earlier snapshots
 * @param at time at which the jobs were read
 */
public record ScalingInput(
        List<Pool> pools,
        List<FixedNodes> fixed,
        List<Job> jobs,
        Constraints constraints,
        Policy policy,
        History history,
        Instant at) {

    public ScalingInput {
        pools = List.copyOf(pools);
        fixed = List.copyOf(fixed);
    }

    /**
     * Data from earlier snapshots.
     *
     * @param choices the previous choices of pools, by JobId; empty at first
     * @param extraNodes nodes that a job gets in addition to its need because Slurm contradicts the model, by JobId
     * @param unhelped jobs that idle nodes do not help, by JobId
     * @param backoffs end of the backoff, by pool
     */
    public record History(
            Map<Long, PoolName> choices,
            Map<Long, Long> extraNodes,
            Map<Long, Unhelped> unhelped,
            Map<PoolName, Instant> backoffs) {}

    /**
     * The configuration of autoscaling.
     *
     * @param lookahead how long before its begin time a job counts; about the time that a node needs to start
     * @param debounce how long a job must be pending before the job counts; zero is off
     * @param pollInterval a job that slurmctld has not considered yet counts once the job is older than the poll
     *     interval
     * @param agingTime how long a multi-node job waits before nodes are reserved for the job, if jobs further back in
     *     the queue have started meanwhile; zero disables these reservations
     * @param spares number of idle nodes to keep
     * @param replaceUnusable whether unavailable nodes are replaced while jobs are pending or spares are set
     */
    public record Policy(
            Duration lookahead,
            Duration debounce,
            Duration pollInterval,
            Duration agingTime,
            long spares,
            boolean replaceUnusable) {

        public static final Policy DEFAULT =
                new Policy(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(15), Duration.ofHours(1), 0, true);
    }
}
