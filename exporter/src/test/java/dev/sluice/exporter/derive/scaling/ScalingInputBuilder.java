package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.config.Loaded.changed;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Builds the input for autoscaling. The default input has pools without jobs, at the time {@link JobBuilder#NOW}. */
public final class ScalingInputBuilder {

    private ScalingInput input;

    private ScalingInputBuilder(List<Pool> pools) {
        this.input = new ScalingInput(
                pools,
                List.of(),
                List.of(),
                Constraints.UNKNOWN,
                ScalingInput.Policy.DEFAULT,
                new ScalingInput.History(Map.of(), Map.of(), Map.of(), Map.of()),
                Instant.ofEpochSecond(JobBuilder.NOW));
    }

    public static ScalingInputBuilder of(List<Pool> pools) {
        return new ScalingInputBuilder(pools);
    }

    private ScalingInputBuilder with(String component, Object value) {
        input = changed(input, component, value);
        return this;
    }

    private ScalingInputBuilder withHistory(String component, Object value) {
        return with("history", changed(input.history(), component, value));
    }

    static ScalingInputBuilder of(TestPool... pools) {
        return of(Stream.of(pools).map(TestPool::build).toList());
    }

    public ScalingInputBuilder fixed(List<FixedNodes> fixed) {
        return with("fixed", fixed);
    }

    ScalingInputBuilder select(SelectType select) {
        return with("constraints", input.constraints().withSelect(select));
    }

    public ScalingInputBuilder jobs(List<Job> jobs) {
        return with("jobs", jobs);
    }

    ScalingInputBuilder jobs(JobBuilder... jobs) {
        return jobs(List.of(jobs).stream().map(JobBuilder::build).toList());
    }

    public ScalingInputBuilder partitions(List<Partition> partitions) {
        return with("constraints", input.constraints().withPartitions(partitions));
    }

    /** Adds a partition that has only a tier, and no other properties. */
    ScalingInputBuilder tier(String partition, long priorityTier) {
        List<Partition> all = new ArrayList<>(input.constraints().partitions());
        all.add(PartitionBuilder.partition(partition).priorityTier(priorityTier).build());
        return partitions(all);
    }

    public ScalingInputBuilder reservations(List<Reservation> reservations) {
        return with("constraints", input.constraints().withReservations(reservations));
    }

    /** Sets the limits of QOSes and associations, and the licenses. */
    ScalingInputBuilder limits(Constraints limits) {
        return with(
                "constraints",
                input.constraints()
                        .withLimits(limits.qos(), limits.associations())
                        .withLicenses(limits.licenses()));
    }

    ScalingInputBuilder policy(ScalingInput.Policy policy) {
        return with("policy", policy);
    }

    public ScalingInputBuilder choices(Map<Long, PoolName> choices) {
        return withHistory("choices", choices);
    }

    public ScalingInputBuilder extraNodes(Map<Long, Long> extraNodes) {
        return withHistory("extraNodes", extraNodes);
    }

    ScalingInputBuilder unhelped(Map<Long, Unhelped> unhelped) {
        return withHistory("unhelped", unhelped);
    }

    ScalingInputBuilder backoffs(Map<PoolName, Instant> backoffs) {
        return withHistory("backoffs", backoffs);
    }

    public ScalingInputBuilder at(Instant at) {
        return with("at", at);
    }

    public ScalingInput build() {
        return input;
    }

    public ScalingDemand demand() {
        return Scaling.demand(build());
    }

    /** Returns the explanation of the first job in the queue. */
    JobExplanation firstJob() {
        return demand().jobs().get(0);
    }

    /** Returns the demand of the first pool. */
    PoolDemand first() {
        return demand().pools().get(0);
    }
}
