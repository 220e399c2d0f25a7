package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.accounting.ClusterLimits;
import dev.sluice.exporter.derive.scaling.evidence.Unhelped;
import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The data that autoscaling needs from one snapshot of a cluster.
 *
 * @param queue jobs of the cluster, read after the nodes: a job that starts between the two reads is missing from the
 *     node data, but is never counted twice
 * @param policy configuration of autoscaling
 * @param history data from earlier snapshots
 * @param at time at which the jobs were read
 */
public record ScalingInput(Nodes nodes, Queue queue, ScalingPolicy policy, History history, Instant at) {

    /**
     * The nodes of a cluster.
     *
     * @param fixed nodes outside of the scaling targets
     * @param select SelectType and SelectTypeParameters of slurmctld
     */
    public record Nodes(List<Pool> pools, List<FixedNodes> fixed, SelectType select) {

        public Nodes {
            pools = List.copyOf(pools);
            fixed = List.copyOf(fixed);
        }
    }

    /**
     * The jobs of a cluster and the rules for them.
     *
     * @param partitions all partitions; an unknown partition counts as up and without limits
     * @param reservations all reservations; a job in an unknown reservation may run on any node
     * @param limits limits on the jobs; unknown limits block no job
     */
    public record Queue(
            List<Job> jobs, List<Partition> partitions, List<Reservation> reservations, ClusterLimits limits) {

        /** Creates a queue without limits. */
        public Queue(List<Job> jobs, List<Partition> partitions, List<Reservation> reservations) {
            this(jobs, partitions, reservations, ClusterLimits.NONE);
        }
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
