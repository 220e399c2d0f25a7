package dev.sluice.lab.simulate.signal;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.PoolOverride;
import dev.sluice.exporter.derive.life.RunTimes;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.Scaling;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.ScalingInput;
import dev.sluice.exporter.derive.scaling.ScalingPolicy;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.Distrust;
import dev.sluice.exporter.derive.signal.StartBackoff;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.lab.hpa.ExternalMetric;
import dev.sluice.lab.hpa.Hpa;
import dev.sluice.lab.hpa.HpaSpec;
import dev.sluice.lab.hpa.Scale;
import dev.sluice.lab.hpa.ScalingRules;
import dev.sluice.lab.simulate.kubernetes.Observation;
import dev.sluice.lab.simulate.kubernetes.SimulatedNodeSet;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import dev.sluice.lab.simulate.slurm.NodeType;
import dev.sluice.lab.simulate.slurm.Records;
import dev.sluice.lab.simulate.slurm.Slurm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The exporter's signal, computed by the exporter's own join and {@link Scaling}, with one HPA per NodeSet. While
 * slurmrestd is unavailable, publishes nothing.
 */
public final class SluiceSignal implements Autoscaler {

    private static final String CLUSTER = "simulated";
    private static final Duration BACKOFF = Duration.ofMinutes(15);

    private final Clocks clocks = new Clocks();
    private final Slurm slurm;
    private final List<SimulatedNodeSet> sets;
    private final List<Hpa> hpas = new ArrayList<>();
    private final Settings settings;
    private final Distrust distrust = new Distrust();
    private final StartBackoff backoff = new StartBackoff(BACKOFF, Map.of());
    private final RunTimes runTimes = new RunTimes();
    private int learned;
    private Map<Long, PoolName> choices = Map.of();
    private Map<String, Long> desired = Map.of();
    private long observed = -1;

    /**
     * The settings of the exporter and the HPAs.
     *
     * @param policy scaling policy of the exporter
     * @param tolerance HPA tolerance in both directions
     * @param compensated true to raise the published number if the default tolerance would hide an increase
     * @param window stabilization window of the HPA, in seconds
     */
    public record Settings(ScalingPolicy policy, double tolerance, boolean compensated, long window) {

        /** The settings in the examples of the documentation. */
        public static final Settings RECOMMENDED =
                new Settings(ScalingPolicy.DEFAULT, 0, false, ScalingRules.DEFAULT_WINDOW);

        /** Returns a copy with another scaling policy. */
        public Settings with(ScalingPolicy other) {
            return new Settings(other, tolerance, compensated, window);
        }

        /** Returns a copy with another tolerance, with or without compensation. */
        public Settings tolerating(double other, boolean compensate) {
            return new Settings(policy, other, compensate, window);
        }

        /** Returns a copy with another stabilization window. */
        public Settings keepingFor(long seconds) {
            return new Settings(policy, tolerance, compensated, seconds);
        }
    }

    public SluiceSignal(Slurm slurm, List<SimulatedNodeSet> sets, Settings settings) {
        this.slurm = slurm;
        this.sets = List.copyOf(sets);
        this.settings = settings;
        for (SimulatedNodeSet set : sets) {
            NodeSetSpec spec = set.spec();
            hpas.add(Hpa.thatScaledToZero(
                    HpaSpec.recommended(spec.min(), spec.max(), settings.tolerance(), settings.window())));
        }
    }

    @Override
    public void sync(long now, boolean readable) {
        clocks.step(now, () -> poll(now, readable), (set, number) -> scale(now, set, number));
    }

    private List<OptionalLong> poll(long now, boolean readable) {
        if (readable) {
            observe(now);
        }
        return sets.stream()
                .map(set -> readable ? number(set) : OptionalLong.empty())
                .toList();
    }

    /** Returns the desired size of each NodeSet at the last poll. */
    public Map<String, Long> desired() {
        return desired;
    }

    private OptionalLong number(SimulatedNodeSet set) {
        return Optional.ofNullable(desired.get(set.spec().type().nodeSet()))
                .map(number -> OptionalLong.of(published(number, set.scale())))
                .orElse(OptionalLong.empty());
    }

    private void scale(long now, int set, OptionalLong number) {
        SimulatedNodeSet scaled = sets.get(set);
        scaled.scaleTo(hpas.get(set)
                .sync(now, scaled.scale(), List.of(ExternalMetric.pods(number)))
                .replicas());
    }

    /** The HPA's default tolerance of 0.1 hides an increase of up to a tenth of the pods. */
    private long published(long number, Scale scale) {
        long edge = (long) Math.floor(1.1 * scale.status());
        boolean hidden = settings.compensated() && number > scale.status() && number <= edge;
        return hidden ? edge + 1 : number;
    }

    /** Returns the {@code cost} setting of each NodeSet. The setting is a whole number: the price in hundredths. */
    private Map<ObjectName, PoolOverride> costs() {
        Map<ObjectName, PoolOverride> costs = new HashMap<>();
        for (SimulatedNodeSet set : sets) {
            NodeType type = set.spec().type();
            OptionalLong cost = OptionalLong.of(Math.round(100 * type.price()));
            costs.put(new ObjectName(Observation.NAMESPACE, type.nodeSet()), PoolOverride.ofCost(cost));
        }
        return costs;
    }

    /** Learns the run times of ended jobs, as the exporter does. */
    private void learn() {
        for (; learned < slurm.ended().size(); learned++) {
            runTimes.learn(slurm.ended().get(learned));
        }
    }

    /** Computes the signal with the exporter's own code, unless no job is pending and nothing has changed. */
    private void observe(long now) {
        long revision = sets.stream().mapToLong(SimulatedNodeSet::revision).sum();
        boolean watches = distrust.watches() || backoff.watches() || slurm.changesWithTime() || slurm.pendingJobs() > 0;
        if (revision == observed && !watches) {
            return;
        }
        observed = revision;
        learn();
        Instant at = Instant.ofEpochSecond(now);
        Records records = slurm.records();
        List<Job> jobs = records.jobs();
        List<Partition> partitions = records.partitions();
        ClusterSnapshot snapshot = ClusterSnapshot.empty(CLUSTER)
                .withNodes(new Observed<>(records.nodes(), at))
                .withPartitions(new Observed<>(partitions, at))
                .withJobs(new Observed<>(jobs, at));
        ClusterJoin join = ClusterJoin.of(snapshot, Observation.of(CLUSTER, sets, now), costs());
        Map<PoolName, Instant> backoffs = backoff.observe(join, at);
        ScalingDemand demand = Scaling.demand(new ScalingInput(
                new ScalingInput.Nodes(join.pools(), join.fixed(), SelectType.DEFAULT),
                new ScalingInput.Queue(jobs, partitions, records.reservations()),
                settings.policy(),
                new ScalingInput.History(
                        choices, distrust.extraNodes(), distrust.unhelped(), backoffs, runTimes, Map.of()),
                at));
        choices = demand.choices();
        distrust.observe(demand, at);
        Map<String, Long> numbers = new HashMap<>();
        for (PoolDemand pool : demand.pools()) {
            numbers.put(pool.pool().name(), pool.desired());
        }
        desired = numbers;
    }
}
