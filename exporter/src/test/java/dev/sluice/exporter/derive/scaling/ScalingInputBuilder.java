package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.Constraints;
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
    private List<Job> jobs = List.of();
    private Constraints constraints = Constraints.UNKNOWN;
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
        constraints = constraints.withSelect(select);
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
        constraints = constraints.withPartitions(partitions);
        return this;
    }

    /** Adds a partition that has only a tier, and no other properties. */
    ScalingInputBuilder tier(String partition, long priorityTier) {
        List<Partition> all = new ArrayList<>(constraints.partitions());
        all.add(PartitionBuilder.partition(partition).priorityTier(priorityTier).build());
        return partitions(all);
    }

    public ScalingInputBuilder reservations(List<Reservation> reservations) {
        constraints = constraints.withReservations(reservations);
        return this;
    }

    /** Sets the limits of QOSes and associations, and the licenses. */
    ScalingInputBuilder limits(Constraints limits) {
        constraints =
                constraints.withLimits(limits.qos(), limits.associations()).withLicenses(limits.licenses());
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
                pools,
                fixed,
                jobs,
                constraints,
                policy,
                new ScalingInput.History(choices, extraNodes, unhelped, backoffs),
                at);
    }

    public ScalingDemand demand() {
        return Scaling.demand(build());
    }
}
