package dev.sluice.lab.simulate;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.PoolOverride;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.Scaling;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.ScalingInput;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.Distrust;
import dev.sluice.exporter.derive.signal.StartBackoff;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.lab.kubernetes.NodeSetController;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The exporter's signal, computed by the exporter's own join and {@link Scaling}. */
public final class SluiceSignal implements AutoscaledNodes.Signal {

    private static final String CLUSTER = "simulated";
    private static final Duration BACKOFF = Duration.ofMinutes(15);

    private final Slurm slurm;
    private final ScalingInput.Policy policy;
    private final Distrust distrust = new Distrust();
    private final StartBackoff backoff = new StartBackoff(BACKOFF, Map.of());
    private Map<Long, PoolName> choices = Map.of();
    private Map<String, OptionalLong> desired = Map.of();
    private long observed = -1;

    public SluiceSignal(Slurm slurm, ScalingInput.Policy policy) {
        this.slurm = slurm;
        this.policy = policy;
    }

    @Override
    public List<OptionalLong> poll(List<SimulatedNodeSet> sets, long now) {
        observe(sets, now);
        return sets.stream()
                .map(set -> desired.getOrDefault(set.spec().name(), OptionalLong.empty()))
                .toList();
    }

    /** Returns the {@code cost} setting of each NodeSet. The setting is a whole number: the price in hundredths. */
    private static Map<ObjectName, PoolOverride> costs(List<SimulatedNodeSet> sets) {
        Map<ObjectName, PoolOverride> costs = new HashMap<>();
        for (SimulatedNodeSet set : sets) {
            OptionalLong cost = OptionalLong.of(Math.round(100 * set.spec().price()));
            costs.put(
                    new ObjectName(NodeSetController.NAMESPACE, set.spec().name()),
                    new PoolOverride(
                            OptionalLong.empty(), OptionalLong.empty(), cost, Optional.empty(), Optional.empty()));
        }
        return costs;
    }

    /** Computes the signal, unless no job is pending and nothing has changed. */
    private void observe(List<SimulatedNodeSet> sets, long now) {
        long revision = sets.stream().mapToLong(SimulatedNodeSet::revision).sum();
        boolean watches = distrust.watches()
                || backoff.watches()
                || slurm.changesWithTime()
                || !slurm.controller().pending().isEmpty();
        if (revision == observed && !watches) {
            return;
        }
        observed = revision;
        Instant at = Instant.ofEpochSecond(now);
        Records records = slurm.records();
        List<Job> jobs = records.jobs();
        List<Partition> partitions = records.partitions();
        ClusterSnapshot snapshot = ClusterSnapshot.empty(CLUSTER)
                .withNodes(new Observed<>(records.nodes(), at))
                .withPartitions(new Observed<>(partitions, at))
                .withJobs(new Observed<>(jobs, at));
        ClusterJoin join = ClusterJoin.of(snapshot, Records.kubernetes(CLUSTER, sets, now), costs(sets));
        Map<PoolName, Instant> backoffs = backoff.observe(join, at);
        ScalingDemand demand = Scaling.demand(new ScalingInput(
                join.pools(),
                join.fixed(),
                jobs,
                Constraints.UNKNOWN.withPartitions(partitions).withReservations(records.reservations()),
                policy,
                new ScalingInput.History(choices, distrust.extraNodes(), distrust.unhelped(), backoffs),
                at));
        choices = demand.choices();
        distrust.observe(demand, at);
        desired = new HashMap<>();
        for (PoolDemand pool : demand.pools()) {
            desired.put(pool.pool().name(), OptionalLong.of(pool.desired()));
        }
    }
}
