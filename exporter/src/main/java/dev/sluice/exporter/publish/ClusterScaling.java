package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.gpu.MachineGpus;
import dev.sluice.exporter.derive.gpu.MachineGpus.PoolGpus;
import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.join.PoolOverride;
import dev.sluice.exporter.derive.scaling.HeadOfLine.Contradiction;
import dev.sluice.exporter.derive.scaling.ScalingInput;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.AutoscalingSignal;
import dev.sluice.exporter.derive.signal.Freshness;
import dev.sluice.exporter.derive.signal.ScalingHistory;
import dev.sluice.exporter.derive.signal.ScalingHistory.Decision;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.metrics.KubernetesMetrics;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.exporter.metrics.SignalMetrics;
import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.node.NodeLayout;
import dev.sluice.exporter.model.node.NodeResources;
import java.time.Clock;
import java.time.Duration;
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

/** Joins one cluster's Slurm nodes with Kubernetes, and computes the desired sizes of the NodeSets. */
public final class ClusterScaling {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterScaling.class);

    private final Clock clock;
    private final Supplier<KubernetesSnapshot> kubernetes;
    private final Map<ObjectName, PoolOverride> overrides;
    private final Optional<SelectType> configured;
    private final AutoscalingSignal signal;
    private final MachineGpusConfig machineGpus;
    private final ScalingHistory history = new ScalingHistory();

    /**
     * @param pollInterval time between two polls of jobs
     * @param kubernetes current Kubernetes snapshot
     */
    public ClusterScaling(
            Clock clock,
            String cluster,
            ScalingConfig scaling,
            List<NodeSetConfig> nodeSets,
            MachineGpusConfig machineGpus,
            Duration pollInterval,
            Supplier<KubernetesSnapshot> kubernetes) {
        this.clock = clock;
        this.kubernetes = kubernetes;
        this.overrides = overrides(nodeSets);
        this.machineGpus = machineGpus;
        this.configured = scaling.selectTypeParameters().map(ClusterScaling::select);
        this.signal = new AutoscalingSignal(
                cluster, policy(scaling, pollInterval), overrides, scaling.maxAge(), scaling.backoff());
        constrain(Constraints.UNKNOWN);
    }

    /** Returns the nodes joined with Kubernetes, including ghost nodes. */
    Collection<JoinedNode> join(ClusterSnapshot slurm) {
        return ClusterJoin.of(slurm, kubernetes.get(), overrides).nodes().values();
    }

    /** Returns the joined nodes without ghost nodes, which are not unavailable capacity. */
    List<JoinedNode> joinWithoutGhosts(ClusterSnapshot slurm) {
        return join(slurm).stream().filter(node -> !node.ghost()).toList();
    }

    /**
     * Returns the GPUs of the Kubernetes nodes by owner; empty if disabled, and while a source is missing or
     * incomplete. Earlier metrics then stay until the data is too old.
     *
     * @param nodes status of Slurm's nodes after the response
     */
    Optional<Publication> machines(ClusterSnapshot slurm, SourceStatus nodes) {
        KubernetesSnapshot now = kubernetes.get();
        if (!machineGpus.enabled()) {
            return Optional.empty();
        }
        return Freshness.machinesExpireAt(nodes, now).map(expiresAt -> {
            List<MachineGpus> machines = MachineGpus.of(
                    now, ClusterJoin.of(slurm, now, overrides).nodes().values());
            KubernetesMetrics.Machines metrics = new KubernetesMetrics.Machines(
                    slurm.cluster(),
                    SeriesBudget.keep(machines, MachineGpus.BY_GPUS_AND_NAME, unused -> 1, machineGpus.machines()),
                    PoolGpus.of(machines, machineGpus.namespaces()));
            return new Publication(slurm.cluster(), "machines", metrics, expiresAt);
        });
    }

    private static SelectType select(String parameters) {
        return SelectType.of("", List.of(parameters.split(",", -1)));
    }

    /** Updates the constraints on the jobs; a configured select type takes precedence. */
    void constrain(Constraints observed) {
        signal.constrain(configured.map(observed::withSelect).orElse(observed));
    }

    /** Returns the signal, which learns from Slurm's responses. */
    AutoscalingSignal signal() {
        return signal;
    }

    /**
     * Processes a new jobs response.
     *
     * @param before status of Slurm's sources before that response
     * @param jobs status of the jobs after that response
     * @return Kubernetes metrics to publish, none while Kubernetes' data is too old; empty until Slurm and Kubernetes can
     *     be joined
     */
    Optional<MetricBatch> observe(ClusterSnapshot slurm, List<SourceStatus> before, SourceStatus jobs) {
        var now = kubernetes.get();
        List<SourceStatus> sources = before.stream()
                .map(status -> status.source().equals(jobs.source()) ? jobs : status)
                .toList();
        Instant at = clock.instant();
        return signal.observe(slurm, now, sources, at).map(join -> {
            history.observe(join);
            remember(signal(sources), ahead(slurm));
            signal.contradictions().forEach(this::report);
            return Freshness.nodeSetsAreStale(at, now)
                    ? MetricBatch.of(List.of())
                    : KubernetesMetrics.SECTION.batch(KubernetesMetrics.of(
                            now,
                            join.mismatches(),
                            history.counts(),
                            signal.startSeconds(),
                            Freshness.isComplete(sources, now)));
        });
    }

    /** Logs the data that is required in a bug report about the model of nodes and jobs. */
    private void report(Contradiction found) {
        LOG.atWarn()
                .addKeyValue("cluster", found.pool().cluster())
                .addKeyValue(
                        "nodeset", found.pool().namespace() + "/" + found.pool().name())
                .addKeyValue("job", found.jobId())
                .addKeyValue("idle", found.idle())
                .addKeyValue("need", found.nodes())
                .addKeyValue("node_count", found.slurmNodes())
                .addKeyValue("request", found.evidence().request().shape())
                .log("slurm reports a lack of nodes for a job that fits, more nodes are requested");
    }

    /**
     * Records a decision; withheld values are not decisions.
     *
     * @param ahead time by which the wall clock is ahead of the steady clock; people read the times of decisions
     */
    private void remember(Signal now, Duration ahead) {
        if (now.publishing()) {
            List<NodeSet> nodeSets = kubernetes.get().nodeSets().toList();
            now.demand()
                    .ifPresent(demand ->
                            now.observedAt().ifPresent(at -> history.decide(demand, nodeSets, at.plus(ahead))));
        }
    }

    private static Duration ahead(ClusterSnapshot slurm) {
        return slurm.jobs()
                .map(jobs -> Duration.between(jobs.at(), jobs.wall()))
                .orElse(Duration.ZERO);
    }

    /** Returns the last decisions of every NodeSet. */
    public Map<PoolName, List<Decision>> decisions() {
        return history.decisions();
    }

    public Signal signal(List<SourceStatus> sources) {
        return signal.at(clock.instant(), sources, kubernetes.get());
    }

    /** Returns the signal metrics, computed for each scrape. */
    public MetricBatch signalMetrics(List<SourceStatus> sources) {
        Instant now = clock.instant();
        return SignalMetrics.SECTION.batch(new SignalMetrics(
                signal.at(now, sources, kubernetes.get()), signal.withheld(), signal.distrusted(), now));
    }

    private static ScalingInput.Policy policy(ScalingConfig config, Duration pollInterval) {
        return new ScalingInput.Policy(
                config.lookahead(),
                config.debounce(),
                pollInterval,
                config.agingTime(),
                config.spares(),
                config.replaceUnusable());
    }

    private static Map<ObjectName, PoolOverride> overrides(List<NodeSetConfig> nodeSets) {
        Map<ObjectName, PoolOverride> overrides = new HashMap<>();
        for (NodeSetConfig set : nodeSets) {
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
        // A job requests either GPUs or generic resources of this name.
        GpuCounts gpus = GpuCounts.ofGres(Accelerators.ALL.asGpus(node.gres()));
        NodeResources capacity =
                new NodeResources(node.cpus(), node.memoryBytes(), gpus, GresCounts.ofNode(node.gres(), ""));
        return new NodeShape(capacity, features, NodeLayout.UNKNOWN);
    }
}
