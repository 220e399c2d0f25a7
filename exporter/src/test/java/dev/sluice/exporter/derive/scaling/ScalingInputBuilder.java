package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.accounting.ClusterLimits;
import dev.sluice.exporter.derive.scaling.evidence.Unhelped;
import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds the input for autoscaling. The default input has pools without jobs, at the time {@link JobBuilder#NOW}. */
public final class ScalingInputBuilder {

    private final List<Pool> pools;
    private List<FixedNodes> fixed = List.of();
    private SelectType select = SelectType.DEFAULT;
    private List<Job> jobs = List.of();
    private List<Partition> partitions = List.of();
    private List<Reservation> reservations = List.of();
    private ClusterLimits limits = ClusterLimits.NONE;
    private ScalingPolicy policy = ScalingPolicy.DEFAULT;
    private Map<Long, PoolName> choices = Map.of();
    private Map<Long, Long> extraNodes = Map.of();
    private Map<Long, Unhelped> unhelped = Map.of();
    private Map<PoolName, Instant> backoffs = Map.of();
    private Instant at = Instant.ofEpochSecond(JobBuilder.NOW);

    private ScalingInputBuilder(List<Pool> pools) {
        this.pools = pools;
    }

    public static ScalingInputBuilder of(List<Pool> pools) {
        return new ScalingInputBuilder(pools);
    }

    static ScalingInputBuilder of(TestPool pool) {
        return of(List.of(pool.build()));
    }

    public ScalingInputBuilder fixed(List<FixedNodes> fixed) {
        this.fixed = fixed;
        return this;
    }

    ScalingInputBuilder select(SelectType select) {
        this.select = select;
        return this;
    }

    public ScalingInputBuilder jobs(List<Job> jobs) {
        this.jobs = jobs;
        return this;
    }

    ScalingInputBuilder jobs(JobBuilder... jobs) {
        return jobs(List.of(jobs).stream().map(JobBuilder::build).toList());
    }

    public ScalingInputBuilder partitions(List<Partition> partitions) {
        this.partitions = partitions;
        return this;
    }

    /** Adds a partition that has only a tier, and no other properties. */
    ScalingInputBuilder tier(String partition, long priorityTier) {
        List<Partition> all = new ArrayList<>(partitions);
        all.add(PartitionBuilder.partition(partition).priorityTier(priorityTier).build());
        return partitions(all);
    }

    public ScalingInputBuilder reservations(List<Reservation> reservations) {
        this.reservations = reservations;
        return this;
    }

    ScalingInputBuilder limits(ClusterLimits limits) {
        this.limits = limits;
        return this;
    }

    ScalingInputBuilder policy(ScalingPolicy policy) {
        this.policy = policy;
        return this;
    }

    public ScalingInputBuilder choices(Map<Long, PoolName> choices) {
        this.choices = choices;
        return this;
    }

    public ScalingInputBuilder extraNodes(Map<Long, Long> extraNodes) {
        this.extraNodes = extraNodes;
        return this;
    }

    ScalingInputBuilder unhelped(Map<Long, Unhelped> unhelped) {
        this.unhelped = unhelped;
        return this;
    }

    ScalingInputBuilder backoffs(Map<PoolName, Instant> backoffs) {
        this.backoffs = backoffs;
        return this;
    }

    public ScalingInputBuilder at(Instant at) {
        this.at = at;
        return this;
    }

    public ScalingInput build() {
        return new ScalingInput(
                new ScalingInput.Nodes(pools, fixed, select),
                new ScalingInput.Queue(jobs, partitions, reservations, limits),
                policy,
                new ScalingInput.History(choices, extraNodes, unhelped, backoffs),
                at);
    }

    public ScalingDemand demand() {
        return Scaling.demand(build());
    }
}
