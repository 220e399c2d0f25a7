package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.PartitionDemand;
import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The metrics that come from the demand for nodes. Pools of different kinds that share namespace and name have none,
 * because nobody could tell whose they are.
 */
public final class NodeSetMetrics implements MetricBatch {

    /** Every owner that a drain can have, so that each has a series. */
    private static final List<String> OWNERS = List.of("operator", "kubernetes", "health_check", "slurm", "person");

    private final String cluster;
    private final ScalingDemand demand;
    private final List<PoolDemand> pools;
    private final long now;
    private final Map<UnsatisfiableCause, Long> withoutPool = new EnumMap<>(UnsatisfiableCause.class);

    /**
     * Publishes the demand of one cluster.
     *
     * @param demand the demand, which must be one that can be trusted
     * @param now the moment for which ages are given
     */
    public NodeSetMetrics(String cluster, ScalingDemand demand, Instant now) {
        this.cluster = cluster;
        this.demand = demand;
        this.now = now.getEpochSecond();
        this.pools = distinct(demand.pools());
        for (JobExplanation job : demand.jobs()) {
            if (job.pool().isEmpty()) {
                job.cause().ifPresent(cause -> withoutPool.merge(cause, job.tasks(), Long::sum));
            }
        }
    }

    private static List<PoolDemand> distinct(List<PoolDemand> pools) {
        Set<String> seen = new HashSet<>();
        Set<String> shared = new HashSet<>();
        for (PoolDemand pool : pools) {
            if (!seen.add(key(pool.pool()))) {
                shared.add(key(pool.pool()));
            }
        }
        return pools.stream().filter(pool -> !shared.contains(key(pool.pool()))).toList();
    }

    private static String key(PoolName name) {
        return name.namespace() + "/" + name.name();
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        pools.stream()
                // A number that nobody may set is no advice.
                .filter(pool -> pool.notScalable().isEmpty())
                .forEach(pool -> sample(visitor, NodeSetFamilies.NODESET_DESIRED_REPLICAS, pool, pool.desired()));
        each(visitor, NodeSetFamilies.NODESET_SPEC_REPLICAS, PoolDemand::replicas);
        each(visitor, NodeSetFamilies.NODESET_MIN_REPLICAS, PoolDemand::min);
        each(visitor, NodeSetFamilies.NODESET_MAX_REPLICAS, PoolDemand::max);
        each(visitor, NodeSetFamilies.NODESET_BUSY_NODES, PoolDemand::busy);
        each(visitor, NodeSetFamilies.NODESET_IDLE_NODES, PoolDemand::idle);
        each(visitor, NodeSetFamilies.NODESET_STARTING_NODES, PoolDemand::starting);
        pools.forEach(pool -> draining(visitor, pool));
        pools.forEach(pool -> pool.unusable()
                .forEach((reason, nodes) ->
                        sample(visitor, NodeSetFamilies.NODESET_UNUSABLE_NODES, pool, nodes, reason)));
        each(visitor, NodeSetFamilies.NODESET_GHOST_NODES, PoolDemand::ghosts);
        each(visitor, NodeSetFamilies.NODESET_PENDING_NODES, PoolDemand::pendingNodes);
        pools.forEach(pool -> pendingJobs(visitor, pool));
        each(visitor, NodeSetFamilies.NODESET_BLOCKED_JOBS, PoolDemand::blockedJobs);
        pools.forEach(pool -> unsatisfiable(visitor, pool));
        withoutPool.forEach((cause, jobs) ->
                visitor.sample(NodeSetFamilies.JOBS_UNSATISFIABLE, jobs, cluster, "", "", cause.label()));
        partitions(visitor);
        visitor.sample(NodeSetFamilies.AUTOSCALER_TRUNCATED, demand.truncatedArrays(), cluster);
    }

    private void partitions(MetricVisitor visitor) {
        List<PartitionDemand> partitions = demand.partitions();
        for (PartitionDemand partition : partitions) {
            visitor.sample(
                    NodeSetFamilies.PARTITION_PENDING_NODES, partition.pendingNodes(), cluster, partition.partition());
        }
        for (PartitionDemand partition : partitions) {
            for (PendingClass pendingClass : PendingClass.values()) {
                visitor.sample(
                        NodeSetFamilies.PARTITION_PENDING_JOBS,
                        partition.pendingJobs().getOrDefault(pendingClass, 0L),
                        cluster,
                        partition.partition(),
                        pendingClass.label());
            }
        }
        for (PartitionDemand partition : partitions) {
            partition
                    .oldestEligibleAt()
                    .forEach((pendingClass, at) -> visitor.sample(
                            NodeSetFamilies.JOBS_PENDING_OLDEST,
                            Math.max(0, now - at),
                            cluster,
                            partition.partition(),
                            pendingClass.label()));
        }
    }

    private void draining(MetricVisitor visitor, PoolDemand pool) {
        for (String owner : OWNERS) {
            sample(
                    visitor,
                    NodeSetFamilies.NODESET_DRAINING_NODES,
                    pool,
                    pool.draining().getOrDefault(owner, 0L),
                    owner);
        }
    }

    private void sample(MetricVisitor visitor, MetricFamily family, PoolDemand pool, long value, String... labels) {
        String[] all = new String[3 + labels.length];
        all[0] = cluster;
        all[1] = pool.pool().namespace();
        all[2] = pool.pool().name();
        System.arraycopy(labels, 0, all, 3, labels.length);
        visitor.sample(family, value, all);
    }

    private void each(MetricVisitor visitor, MetricFamily family, ToLongFunction<PoolDemand> number) {
        pools.forEach(pool -> sample(visitor, family, pool, number.applyAsLong(pool)));
    }

    private void pendingJobs(MetricVisitor visitor, PoolDemand pool) {
        for (PendingClass pendingClass : PendingClass.values()) {
            sample(
                    visitor,
                    NodeSetFamilies.NODESET_PENDING_JOBS,
                    pool,
                    pool.pendingJobs().getOrDefault(pendingClass, 0L),
                    pendingClass.label());
        }
    }

    private void unsatisfiable(MetricVisitor visitor, PoolDemand pool) {
        for (UnsatisfiableCause cause : UnsatisfiableCause.values()) {
            sample(
                    visitor,
                    NodeSetFamilies.JOBS_UNSATISFIABLE,
                    pool,
                    pool.unsatisfiable().getOrDefault(cause, 0L),
                    cause.label());
        }
    }
}
