package dev.sluice.exporter.publish;

import dev.sluice.exporter.config.PollConfig;
import dev.sluice.exporter.config.cluster.ClusterConfig;
import dev.sluice.exporter.config.cluster.KubernetesConfig;
import dev.sluice.exporter.config.cluster.NodeSetConfig;
import dev.sluice.exporter.config.cluster.ScalingConfig;
import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.Completeness;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.join.PoolOverride;
import dev.sluice.exporter.derive.scaling.ScalingPolicy;
import dev.sluice.exporter.derive.scaling.evidence.Contradiction;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.AutoscalingSignal;
import dev.sluice.exporter.derive.signal.DecisionHistory;
import dev.sluice.exporter.derive.signal.DecisionHistory.Decision;
import dev.sluice.exporter.derive.signal.ScalingHistory;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.metrics.cluster.KubernetesMetrics;
import dev.sluice.exporter.metrics.cluster.SignalMetrics;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is made of one cluster's Kubernetes: its nodes joined with Slurm's, and the sizes that its NodeSets should have. */
public final class ClusterScaling {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterScaling.class);

    private final Clock clock;
    private final Supplier<KubernetesSnapshot> kubernetes;
    private final Map<ObjectName, PoolOverride> overrides;
    private final Optional<SelectType> configured;
    private final AutoscalingSignal signal;
    private final ScalingHistory history = new ScalingHistory();
    private final DecisionHistory decisions = new DecisionHistory();

    /**
     * Nothing is observed yet.
     *
     * @param kubernetes what is known of Kubernetes now
     */
    public ClusterScaling(Clock clock, ClusterConfig config, PollConfig poll, Supplier<KubernetesSnapshot> kubernetes) {
        this.clock = clock;
        this.kubernetes = kubernetes;
        this.overrides = overrides(config.kubernetes());
        ScalingConfig scaling = config.kubernetes().scaling();
        this.configured = scaling.selectTypeParameters().map(ClusterScaling::select);
        this.signal = new AutoscalingSignal(
                config.name(), policy(scaling, poll), overrides, scaling.maxAge(), scaling.backoff());
        configured.ifPresent(signal::select);
    }

    /** The nodes with what they are in Kubernetes, ghosts too. */
    Collection<JoinedNode> join(ClusterSnapshot slurm) {
        return ClusterJoin.of(slurm, kubernetes.get(), overrides).nodes().values();
    }

    private static SelectType select(String parameters) {
        return SelectType.of("", List.of(parameters.split(",", -1)));
    }

    /** Takes in what slurmctld says that it gives to jobs; what the configuration says goes before it. */
    void observe(SelectType select) {
        signal.select(configured.orElse(select));
    }

    /** Takes in how slurmctld's schedulers fare. */
    void observe(Diag diag) {
        signal.diag(diag);
    }

    /** Takes in a job that has ended; before the answer on jobs that shows it. */
    void ended(Job job) {
        signal.ended(job);
    }

    /** Takes in a new answer on reservations. */
    void reservations(List<Reservation> reservations) {
        signal.reserve(reservations);
    }

    /**
     * Takes in a new answer on jobs.
     *
     * @param sources the state of Slurm's sources after that answer
     * @return what to publish of Kubernetes; empty where Slurm and Kubernetes cannot be joined yet
     */
    Optional<MetricBatch> observe(ClusterSnapshot slurm, List<SourceStatus> sources) {
        var now = kubernetes.get();
        return signal.observe(slurm, now, sources, clock.instant()).map(join -> {
            history.observe(join);
            remember(signal(sources));
            signal.contradictions().forEach(this::report);
            return KubernetesMetrics.SECTION.batch(new KubernetesMetrics(
                    now, join.mismatches(), history.counts(), signal.startSeconds(), Completeness.of(sources, now)));
        });
    }

    /** What a report about the model of nodes and jobs needs. */
    private void report(Contradiction found) {
        LOG.atWarn()
                .addKeyValue("cluster", found.pool().cluster())
                .addKeyValue(
                        "nodeset", found.pool().namespace() + "/" + found.pool().name())
                .addKeyValue("job", found.jobId())
                .addKeyValue("idle", found.idle())
                .addKeyValue("need", found.nodes())
                .addKeyValue("node_count", found.slurmNodes())
                .addKeyValue("request", found.request())
                .log("slurm reports a lack of nodes for a job that fits, more nodes are requested");
    }

    /** A number that nobody is to act upon was no decision. */
    private void remember(Signal now) {
        if (now.publishing()) {
            now.demand().ifPresent(demand -> now.observedAt().ifPresent(at -> decisions.observe(demand, at)));
        }
    }

    /** The last decisions of every NodeSet. */
    public Map<PoolName, List<Decision>> decisions() {
        return decisions.all();
    }

    /** The signal now. */
    public Signal signal(List<SourceStatus> sources) {
        return signal.at(clock.instant(), sources, kubernetes.get());
    }

    /** What is made anew for every scrape. */
    public MetricBatch signalMetrics(List<SourceStatus> sources) {
        Instant now = clock.instant();
        return SignalMetrics.SECTION.batch(new SignalMetrics(
                signal.at(now, sources, kubernetes.get()), signal.withheld(), signal.distrusted(), now));
    }

    private static ScalingPolicy policy(ScalingConfig config, PollConfig poll) {
        ScalingPolicy.Headroom headroom = switch (config.headroom()) {
            case FIT -> ScalingPolicy.Headroom.FIT;
            case RESERVE -> ScalingPolicy.Headroom.RESERVE;
        };
        return new ScalingPolicy(
                new ScalingPolicy.Counting(config.lookahead(), config.debounce(), poll.interval()),
                new ScalingPolicy.Blocked(headroom, config.agingTime()),
                new ScalingPolicy.Surplus(config.spares(), config.replaceUnusable()),
                new ScalingPolicy.Saving(config.drainTarget(), config.expectedEnds()));
    }

    private static Map<ObjectName, PoolOverride> overrides(KubernetesConfig config) {
        Map<ObjectName, PoolOverride> overrides = new HashMap<>();
        for (NodeSetConfig set : config.nodeSets()) {
            overrides.put(
                    new ObjectName(set.namespace(), set.name()),
                    new PoolOverride(
                            set.min().stream().mapToLong(Integer::longValue).findFirst(),
                            set.max().stream().mapToLong(Integer::longValue).findFirst(),
                            set.cost().stream().mapToLong(Integer::longValue).findFirst(),
                            set.backoff(),
                            set.node().map(ClusterScaling::shape)));
        }
        return overrides;
    }

    private static NodeShape shape(NodeSetConfig.NodeShapeConfig node) {
        Set<String> features =
                node.features().isEmpty() ? Set.of() : Set.of(node.features().split(",", -1));
        return new NodeShape(node.cpus(), node.memoryBytes(), GpuCounts.ofGres(node.gres()), features);
    }
}
