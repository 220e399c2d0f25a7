package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One observation of a cluster, as far as autoscaling needs it.
 *
 * @param pools its scaling targets
 * @param fixed its nodes outside of them
 * @param jobs all jobs, observed after the nodes, so that one that starts in between is missed, never counted twice
 * @param partitions its partitions; one that is missing is taken to be up and without limits
 * @param reservations its reservations; a job in one that is missing may be on any node
 * @param policy what operators decided
 * @param choices the choices of the observation before; empty at first
 * @param extraNodes nodes that a job gets beyond its need, because Slurm contradicts the model of it, by JobId
 * @param at when the jobs were observed
 */
public record ScalingInput(
        List<Pool> pools,
        List<FixedNodes> fixed,
        List<Job> jobs,
        List<Partition> partitions,
        List<Reservation> reservations,
        ScalingPolicy policy,
        Map<Long, PoolName> choices,
        Map<Long, Long> extraNodes,
        Instant at) {

    /** The same, all of whose nodes are in pools. */
    public ScalingInput(
            List<Pool> pools,
            List<Job> jobs,
            List<Partition> partitions,
            ScalingPolicy policy,
            Map<Long, PoolName> choices,
            Instant at) {
        this(pools, List.of(), jobs, partitions, policy, choices, at);
    }

    /** A cluster without reservations that Slurm does not contradict. */
    public ScalingInput(
            List<Pool> pools,
            List<FixedNodes> fixed,
            List<Job> jobs,
            List<Partition> partitions,
            ScalingPolicy policy,
            Map<Long, PoolName> choices,
            Instant at) {
        this(pools, fixed, jobs, partitions, List.of(), policy, choices, Map.of(), at);
    }
}
