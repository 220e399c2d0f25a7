package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.life.RunTimes;
import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One observation of a cluster, as far as autoscaling needs it.
 *
 * @param nodes its nodes
 * @param queue its jobs, observed after the nodes, so that one that starts in between is missed, never counted twice
 * @param policy what operators decided
 * @param history what earlier observations left to remember
 * @param at when the jobs were observed
 */
public record ScalingInput(Nodes nodes, Queue queue, ScalingPolicy policy, History history, Instant at) {

    /**
     * The nodes of a cluster.
     *
     * @param pools its scaling targets
     * @param fixed its nodes outside of them
     * @param select what slurmctld gives of them to jobs
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
     * @param jobs all jobs
     * @param partitions its partitions; one that is missing is taken to be up and without limits
     * @param reservations its reservations; a job in one that is missing may be on any node
     */
    public record Queue(List<Job> jobs, List<Partition> partitions, List<Reservation> reservations) {}

    /**
     * What earlier observations left to remember.
     *
     * @param choices the choices of the observation before; empty at first
     * @param extraNodes nodes that a job gets beyond its need, because Slurm contradicts the model of it, by JobId
     * @param backoffs until when jobs go to other pools, because nodes do not start, by pool
     * @param runTimes for how long jobs run
     * @param startTimes how long a node takes to start, by pool; without those of which no start was seen
     * @param windows the scale-down window that is recommended, by pool; without those whose history is too short
     */
    public record History(
            Map<Long, PoolName> choices,
            Map<Long, Long> extraNodes,
            Map<PoolName, Instant> backoffs,
            RunTimes runTimes,
            Map<PoolName, Duration> startTimes,
            Map<PoolName, Duration> windows) {}
}
