package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.PoolName;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.UnsatisfiableCause;
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

    private final String cluster;
    private final List<PoolDemand> pools;
    private final Map<UnsatisfiableCause, Long> withoutPool = new EnumMap<>(UnsatisfiableCause.class);

    /**
     * Publishes the demand of one cluster.
     *
     * @param demand the demand, which must be one that can be trusted
     */
    public NodeSetMetrics(String cluster, ScalingDemand demand) {
        this.cluster = cluster;
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
        each(visitor, MetricCatalog.NODESET_DESIRED_REPLICAS, PoolDemand::desired);
        each(visitor, MetricCatalog.NODESET_SPEC_REPLICAS, PoolDemand::replicas);
        each(visitor, MetricCatalog.NODESET_MIN_REPLICAS, PoolDemand::min);
        each(visitor, MetricCatalog.NODESET_MAX_REPLICAS, PoolDemand::max);
        each(visitor, MetricCatalog.NODESET_BUSY_NODES, PoolDemand::busy);
        each(visitor, MetricCatalog.NODESET_IDLE_NODES, PoolDemand::idle);
        each(visitor, MetricCatalog.NODESET_STARTING_NODES, PoolDemand::starting);
        each(visitor, MetricCatalog.NODESET_DRAINING_NODES, PoolDemand::draining);
        each(visitor, MetricCatalog.NODESET_UNUSABLE_NODES, PoolDemand::unusable);
        each(visitor, MetricCatalog.NODESET_GHOST_NODES, PoolDemand::ghosts);
        each(visitor, MetricCatalog.NODESET_PENDING_NODES, PoolDemand::pendingNodes);
        pools.forEach(pool -> pendingJobs(visitor, pool));
        each(visitor, MetricCatalog.NODESET_BLOCKED_JOBS, PoolDemand::blockedJobs);
        pools.forEach(pool -> unsatisfiable(visitor, pool));
        withoutPool.forEach((cause, jobs) ->
                visitor.sample(MetricCatalog.JOBS_UNSATISFIABLE, jobs, cluster, "", "", cause.label()));
    }

    private void each(MetricVisitor visitor, MetricFamily family, ToLongFunction<PoolDemand> number) {
        for (PoolDemand pool : pools) {
            visitor.sample(
                    family,
                    number.applyAsLong(pool),
                    cluster,
                    pool.pool().namespace(),
                    pool.pool().name());
        }
    }

    private void pendingJobs(MetricVisitor visitor, PoolDemand pool) {
        for (PendingClass pendingClass : PendingClass.values()) {
            visitor.sample(
                    MetricCatalog.NODESET_PENDING_JOBS,
                    pool.pendingJobs().getOrDefault(pendingClass, 0L),
                    cluster,
                    pool.pool().namespace(),
                    pool.pool().name(),
                    pendingClass.label());
        }
    }

    private void unsatisfiable(MetricVisitor visitor, PoolDemand pool) {
        for (UnsatisfiableCause cause : UnsatisfiableCause.values()) {
            visitor.sample(
                    MetricCatalog.JOBS_UNSATISFIABLE,
                    pool.unsatisfiable().getOrDefault(cause, 0L),
                    cluster,
                    pool.pool().namespace(),
                    pool.pool().name(),
                    cause.label());
        }
    }
}
