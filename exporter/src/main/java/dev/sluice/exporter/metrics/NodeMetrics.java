package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.Capacity.Split;
import dev.sluice.exporter.derive.NodeLosses;
import dev.sluice.exporter.derive.NodeLosses.Losses;
import dev.sluice.exporter.derive.NodeLosses.OfNode;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.gpu.GpuSlots;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.join.OutOfServiceCounts;
import dev.sluice.exporter.metrics.ClosedLabels.Part;
import dev.sluice.exporter.metrics.SeriesOverLimit.Kind;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.DoubleStream;

/**
 * The metrics from the node list.
 *
 * @param nodes all nodes except ghost nodes; each node with its pod and Kubernetes node
 * @param capacity sums over the nodes
 * @param shown nodes that have series for CPUs, memory and GPUs
 * @param slots numbers of GPU jobs that could start at the time of the observation
 * @param losses outages of nodes
 * @param at time of the observation
 */
public record NodeMetrics(
        String cluster,
        List<JoinedNode> nodes,
        Capacity.Summary capacity,
        SeriesBudget.Kept<JoinedNode> shown,
        List<GpuSlots> slots,
        Losses losses,
        Instant at)
        implements MetricBatch {

    private static final ClosedLabels<NodeState> STATE = ClosedLabels.of("state", NodeState.values());
    private static final ClosedLabels<Part<Split>> USE = ClosedLabels.parts(
            "state",
            List.of(
                    new Part<>("allocated", Split::allocated),
                    new Part<>("idle", Split::idle),
                    new Part<>("unavailable", Split::unavailable)));

    private static final ClosedLabels<NodeReason> REASON =
            ClosedLabels.of("reason_class", NodeReason.ALL, NodeReason::kind).by("owner", NodeReason::owner);

    private static final Scope<NodeMetrics, NodeMetrics> ALL = Scope.cluster(NodeMetrics::cluster);
    private static final Scope<NodeMetrics, Capacity> CLUSTER = ALL.map(metrics -> metrics.capacity.cluster());
    private static final Scope<NodeMetrics, Capacity> PARTITION = ALL.eachEntry(
            "partition", "partition", metrics -> metrics.capacity.partitions().entrySet());
    private static final Scope<NodeMetrics, GpuSlots> SLOTS = ALL.each("GPU type of a partition", NodeMetrics::slots)
            .by("partition", GpuSlots::partition)
            .by("gpu_type", slots -> GpuCounts.label(slots.gpuType()));
    private static final Scope<NodeMetrics, JoinedNode> NODE = ALL.each("node", NodeMetrics::nodes)
            .by("node", joined -> joined.node().name());

    private static final Scope<NodeMetrics, Capacity> SHOWN_NODE = ALL.each(
                    "node, of up to `metrics.nodes`", metrics -> metrics.shown.kept())
            .by("node", joined -> joined.node().name())
            .map(joined -> Capacity.of(joined.node()));

    private static final Scope<NodeMetrics, OfNode> LOSING_NODE = ALL.eachEntry(
            "node, of up to `metrics.nodes`",
            "node",
            metrics -> metrics.losses.nodes().entrySet());

    public static final Section<NodeMetrics> CAPACITY = Section.of(
            "Nodes, CPUs, memory and GPUs",
            SlurmSource.NODES.label(),
            "Amounts are [`allocated`, `idle` or `unavailable`](#use-of-cpus-memory-and-gpus). A "
                    + "slot has the CPUs and memory of `metrics.slots` per GPU; reserved nodes have none.",
            nodes(PARTITION, "slurm_capacity_nodes", "Nodes by state, in every partition."),
            cpus(PARTITION, "slurm_capacity_cpus", "CPUs by use, in every partition."),
            memory(PARTITION, "slurm_capacity_memory_bytes", "Memory by use, in every partition."),
            gpus(
                    PARTITION,
                    "slurm_capacity_gpus",
                    "GPUs by type and use, in every partition; gpu_type is untyped if Slurm has no type."),
            PARTITION
                    .eachPart("GRES", capacity -> capacity.gres().entrySet())
                    .by("gres", Map.Entry::getKey)
                    .gauge("slurm_capacity_gres")
                    .help("Generic resources (GRES) other than GPUs and MPS, by name and use, in every partition.")
                    .by(USE)
                    .value((gres, use) -> use.of(gres.getValue())),
            SLOTS.gauge("slurm_capacity_slots")
                    .help(
                            "Jobs with that many GPUs on one node, or with a whole empty node, that could start now if no other job were pending.")
                    .by(ClosedLabels.of("size", GpuSlots.Size.values()))
                    .value(GpuSlots::jobs),
            SLOTS.gauge("slurm_capacity_stranded_gpus")
                    .help("Idle GPUs on nodes without enough free CPUs or memory for a job with one GPU.")
                    .value(slots -> slots.stranded()),
            nodes(CLUSTER, "slurm_cluster_nodes", "Nodes by state, each node once."),
            cpus(CLUSTER, "slurm_cluster_cpus", "CPUs by use, each node once."),
            memory(CLUSTER, "slurm_cluster_memory_bytes", "Memory by use, each node once."),
            gpus(CLUSTER, "slurm_cluster_gpus", "GPUs by type and use, each node once."),
            ALL.each("partition", metrics -> metrics.outOfService().nodes().entrySet())
                    .by("partition", Map.Entry::getKey)
                    .gauge("slurm_capacity_out_of_service_nodes")
                    .help(
                            "Nodes that are down, draining, drained or unknown, by owner of the drain, in every partition.")
                    .by(SignalMetrics.OWNER)
                    .value(NodeMetrics::ownedBy),
            ALL.eachPart("GPU type", metrics -> metrics.outOfService().gpus().entrySet())
                    .by("gpu_type", gpus -> GpuCounts.label(gpus.getKey()))
                    .gauge("slurm_cluster_out_of_service_gpus")
                    .help("Free GPUs on nodes that are down, draining, drained or unknown, by owner of the drain.")
                    .by(SignalMetrics.OWNER)
                    .value(NodeMetrics::ownedBy),
            ALL.map(metrics -> metrics.losses.gpuSeconds())
                    .secondsCounter("slurm_cluster_lost_gpu_seconds_total")
                    .help("GPU-seconds lost on nodes that were down, drained or draining, by kind of reason and owner.")
                    .by(REASON.showing(NodeReason.KNOWN::contains))
                    .value((seconds, reason) -> seconds.getOrDefault(reason, 0L)));

    public static final Section<NodeMetrics> EACH_NODE = Section.of(
            "Each node",
            SlurmSource.NODES.label(),
            "CPUs, memory, GPUs and counters: for up to `metrics.nodes` nodes, most GPUs first. Outages are counted "
                    + "since Sluice started.",
            NODE.by("partitions", joined -> String.join(",", joined.node().partitions()))
                    .by("gpu_type", joined -> joined.node().usable().gpus().types())
                    .by(
                            "namespace",
                            joined -> joined.nodeSet().map(NodeSet::namespace).orElse(""))
                    .by("nodeset", joined -> joined.nodeSet().map(NodeSet::name).orElse(""))
                    .by("pod", joined -> joined.pod().map(SlurmdPod::name).orElse(""))
                    .by("kube_node", NodeMetrics::kubeNode)
                    .info("slurm_compute_node_info")
                    .help(
                            "Partitions and GPU types of a node, separated by commas, and its NodeSet, pod and Kubernetes node.")
                    .value(unused -> 1),
            NODE.gauge("slurm_compute_node_state")
                    .help("1 for the current state of the node, 0 for all others.")
                    .by(STATE)
                    .value((joined, state) -> joined.node().state() == state ? 1 : 0),
            cpus(SHOWN_NODE, "slurm_compute_node_cpus", "CPUs of a node, by use."),
            memory(SHOWN_NODE, "slurm_compute_node_memory_bytes", "Memory of a node, by use."),
            gpus(SHOWN_NODE, "slurm_compute_node_gpus", "GPUs of a node, by type and use."),
            ALL.each("node", NodeMetrics::unavailable)
                    .by("node", joined -> joined.node().name())
                    .by("reason_class", joined -> joined.reason().kind())
                    .by("owner", joined -> joined.reason().owner())
                    .seconds("slurm_compute_node_unavailable_seconds")
                    .help("Time since the reason of an unavailable node was set, by kind of reason and owner.")
                    .optional((metrics, joined) -> DoubleStream.of(Math.max(
                            0,
                            metrics.at.getEpochSecond() - joined.node().reason().since()))),
            LOSING_NODE
                    .counter("slurm_compute_node_drains_total")
                    .help("Times that a node became unavailable or its reason changed, by kind of reason and owner.")
                    .by(REASON.showing(NodeLosses.DEFECTS::contains))
                    .value((node, reason) -> node.drains().getOrDefault(reason, 0L)),
            LOSING_NODE
                    .eachPart("kind of reason and owner", node -> node.seconds().entrySet())
                    .by("reason_class", lost -> lost.getKey().kind())
                    .by("owner", lost -> lost.getKey().owner())
                    .secondsCounter("slurm_compute_node_lost_seconds_total")
                    .help("Time for which a node was down, drained or draining, by kind of reason and owner.")
                    .optional(lost -> DoubleStream.of(lost.getValue())),
            LOSING_NODE
                    .secondsCounter("slurm_compute_node_lost_gpu_seconds_total")
                    .help("Time for which a node was down, drained or draining, multiplied by its free GPUs.")
                    .value(OfNode::gpuSeconds));

    private List<JoinedNode> unavailable() {
        return nodes.stream()
                .filter(joined -> !joined.node().state().schedulable())
                .filter(joined -> !joined.node().reason().text().isEmpty()
                        && joined.node().reason().since() != 0)
                .toList();
    }

    private OutOfServiceCounts outOfService() {
        return OutOfServiceCounts.of(
                nodes, capacity.partitions().keySet(), capacity.cluster().gpus().keySet());
    }

    private static double ownedBy(Map.Entry<String, SortedMap<String, Long>> amounts, String owner) {
        return amounts.getValue().getOrDefault(owner, 0L);
    }

    private static Family<NodeMetrics> nodes(Scope<NodeMetrics, Capacity> scope, String name, String help) {
        return scope.gauge(name).help(help).by(STATE).value(Capacity::nodes);
    }

    private static Family<NodeMetrics> cpus(Scope<NodeMetrics, Capacity> scope, String name, String help) {
        return scope.gauge(name).help(help).by(USE).value((capacity, use) -> use.of(capacity.cpus()));
    }

    private static Family<NodeMetrics> memory(Scope<NodeMetrics, Capacity> scope, String name, String help) {
        return scope.bytes(name).help(help).by(USE).value((capacity, use) -> use.of(capacity.memoryBytes()));
    }

    private static Family<NodeMetrics> gpus(Scope<NodeMetrics, Capacity> scope, String name, String help) {
        return scope.eachPart("GPU type", capacity -> capacity.gpus().entrySet())
                .by("gpu_type", gpus -> GpuCounts.label(gpus.getKey()))
                .gauge(name)
                .help(help)
                .by(USE)
                .value((gpus, use) -> use.of(gpus.getValue()));
    }

    /** Returns the name of the Kubernetes node of a Slurm node; empty if the Slurm node does not run in Kubernetes. */
    static String kubeNode(JoinedNode joined) {
        return joined.kubeNode()
                .map(KubeNode::name)
                .or(() -> joined.pod().map(SlurmdPod::kubeNode))
                .orElse("");
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        CAPACITY.emit(this, visitor);
        EACH_NODE.emit(this, visitor);
        new SeriesOverLimit(cluster, Map.of(Kind.NODE, shown.folded().size())).forEach(visitor);
    }
}
