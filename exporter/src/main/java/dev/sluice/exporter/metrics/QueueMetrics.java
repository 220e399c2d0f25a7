package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.Holder;
import dev.sluice.exporter.derive.PendingDemand;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.QueueSummary.PartitionQueue;
import dev.sluice.exporter.derive.TopHolders;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.reason.PendingReason;
import dev.sluice.exporter.model.reason.ReasonClass;
import java.time.Instant;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The metrics that come from the job list. What a partition could have but has not is published as 0: base states,
 * completing and configuring jobs, and what each class of reason asks for.
 */
public final class QueueMetrics implements MetricBatch {

    private static final String OTHER = "other";
    private static final String ANY_TYPE = "any";

    private final String cluster;
    private final QueueSummary queue;
    private final long now;

    /**
     * Publishes one summary.
     *
     * @param at when the jobs were observed
     */
    public QueueMetrics(String cluster, QueueSummary queue, Instant at) {
        this.cluster = cluster;
        this.queue = queue;
        this.now = at.getEpochSecond();
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        queue.partitions().forEach((partition, jobs) -> jobStates(visitor, partition, jobs.jobs()));
        clusterStates(visitor);
        queue.partitions().forEach((partition, jobs) -> pendingReasons(visitor, partition, jobs));
        requested(visitor, MetricCatalog.QUEUE_REQUESTED_NODES, PendingDemand::nodes);
        requested(visitor, MetricCatalog.QUEUE_REQUESTED_CPUS, PendingDemand::cpus);
        requested(visitor, MetricCatalog.QUEUE_REQUESTED_MEMORY, PendingDemand::memoryBytes);
        queue.partitions().forEach((partition, jobs) -> requestedGpus(visitor, partition, jobs));
        queue.partitions().forEach((partition, jobs) -> oldestPending(visitor, partition, jobs));
        visitor.sample(MetricCatalog.QUEUE_TRUNCATED_ARRAYS, queue.truncatedArrays(), cluster);
        holders(visitor, queue.users(), HolderFamilies.USER);
        holders(visitor, queue.accounts(), HolderFamilies.ACCOUNT);
        visitor.sample(MetricCatalog.SERIES_FOLDED, queue.users().folded(), cluster, "user");
        visitor.sample(MetricCatalog.SERIES_FOLDED, queue.accounts().folded(), cluster, "account");
    }

    private void jobStates(MetricVisitor visitor, String partition, Map<JobState, Long> jobs) {
        for (JobState state : JobState.values()) {
            long count = jobs.getOrDefault(state, 0L);
            if (count > 0 || alwaysShown(state)) {
                visitor.sample(MetricCatalog.QUEUE_JOBS, count, cluster, partition, state.label());
            }
        }
    }

    private void clusterStates(MetricVisitor visitor) {
        for (JobState state : JobState.values()) {
            long count = queue.clusterJobs().getOrDefault(state, 0L);
            if (count > 0 || alwaysShown(state)) {
                visitor.sample(MetricCatalog.CLUSTER_JOBS, count, cluster, state.label());
            }
        }
    }

    private static boolean alwaysShown(JobState state) {
        return (state.base() && state != JobState.UNKNOWN)
                || state == JobState.COMPLETING
                || state == JobState.CONFIGURING;
    }

    private void pendingReasons(MetricVisitor visitor, String partition, PartitionQueue jobs) {
        jobs.pendingByReason()
                .forEach((reason, count) -> visitor.sample(
                        MetricCatalog.QUEUE_PENDING_JOBS,
                        count,
                        cluster,
                        partition,
                        PendingReason.of(reason).reasonClass().label(),
                        reason));
    }

    private void requested(MetricVisitor visitor, MetricFamily family, ToLongFunction<PendingDemand> amount) {
        queue.partitions().forEach((partition, jobs) -> {
            for (ReasonClass reasonClass : ReasonClass.values()) {
                PendingDemand demand = jobs.demand().get(reasonClass);
                long value = demand == null ? 0 : amount.applyAsLong(demand);
                visitor.sample(family, value, cluster, partition, reasonClass.label());
            }
        });
    }

    private void requestedGpus(MetricVisitor visitor, String partition, PartitionQueue jobs) {
        jobs.demand()
                .forEach((reasonClass, demand) -> demand.gpus()
                        .byType()
                        .forEach((type, count) -> visitor.sample(
                                MetricCatalog.QUEUE_REQUESTED_GPUS,
                                count,
                                cluster,
                                partition,
                                reasonClass.label(),
                                type.equals(GpuCounts.UNTYPED) ? ANY_TYPE : type)));
    }

    private void oldestPending(MetricVisitor visitor, String partition, PartitionQueue jobs) {
        jobs.demand().forEach((reasonClass, demand) -> {
            if (demand.oldestEligibleAt() > 0) {
                visitor.sample(
                        MetricCatalog.QUEUE_OLDEST_PENDING,
                        (double) now - demand.oldestEligibleAt(),
                        cluster,
                        partition,
                        reasonClass.label());
            }
        });
    }

    /** The families of users, or of accounts. */
    private record HolderFamilies(MetricFamily jobs, MetricFamily cpus, MetricFamily gpus) {

        static final HolderFamilies USER = new HolderFamilies(
                MetricCatalog.USER_QUEUE_JOBS, MetricCatalog.USER_CPUS_ALLOCATED, MetricCatalog.USER_GPUS_ALLOCATED);
        static final HolderFamilies ACCOUNT = new HolderFamilies(
                MetricCatalog.ACCOUNT_QUEUE_JOBS,
                MetricCatalog.ACCOUNT_CPUS_ALLOCATED,
                MetricCatalog.ACCOUNT_GPUS_ALLOCATED);
    }

    private void holders(MetricVisitor visitor, TopHolders holders, HolderFamilies families) {
        forEach(holders, (name, holder) -> {
            visitor.sample(families.jobs, holder.pending(), cluster, name, "pending");
            visitor.sample(families.jobs, holder.running(), cluster, name, "running");
            visitor.sample(families.jobs, holder.suspended(), cluster, name, "suspended");
        });
        forEach(holders, (name, holder) -> visitor.sample(families.cpus, holder.cpus(), cluster, name));
        forEach(holders, (name, holder) -> visitor.sample(families.gpus, holder.gpus(), cluster, name));
    }

    private interface HolderVisitor {
        void holder(String name, Holder holder);
    }

    private static void forEach(TopHolders holders, HolderVisitor visitor) {
        holders.top().forEach(entry -> visitor.holder(entry.getKey(), entry.getValue()));
        if (holders.folded() > 0) {
            visitor.holder(OTHER, holders.other());
        }
    }
}
