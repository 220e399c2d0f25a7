package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.job.Job;
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
        ScalingPolicy policy,
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
}
