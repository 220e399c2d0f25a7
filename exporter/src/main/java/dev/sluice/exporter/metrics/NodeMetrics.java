package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.Capacity.Split;
import dev.sluice.exporter.derive.CapacitySummary;
import dev.sluice.exporter.derive.NodeReason;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeState;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/** The metrics that come from the node list. */
public final class NodeMetrics implements MetricBatch {

    private static final String ALLOCATED = "allocated";
    private static final String IDLE = "idle";
    private static final String UNAVAILABLE = "unavailable";
    private static final String UNTYPED = "untyped";

    private final String cluster;
    private final List<JoinedNode> nodes;
    private final CapacitySummary capacity;
    private final long now;

    /**
     * Publishes nodes and their sums.
     *
     * @param nodes the nodes without ghosts, with what they are in Kubernetes
     * @param capacity their sums
     * @param at when the nodes were observed
     */
    public NodeMetrics(String cluster, List<JoinedNode> nodes, CapacitySummary capacity, Instant at) {
        this.cluster = cluster;
        this.nodes = nodes;
        this.capacity = capacity;
        this.now = at.getEpochSecond();
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        perPartition(visitor);
        perCluster(visitor);
        nodes.forEach(node -> info(visitor, node));
        nodes.forEach(node -> state(visitor, node.node()));
        nodes.forEach(node -> unavailable(visitor, node));
    }

    private void perPartition(MetricVisitor visitor) {
        capacity.partitions().forEach((partition, sums) -> {
            for (NodeState state : NodeState.values()) {
                visitor.sample(MetricCatalog.CAPACITY_NODES, sums.nodes(state), cluster, partition, state.label());
            }
        });
        split(visitor, MetricCatalog.CAPACITY_CPUS, Capacity::cpus);
        split(visitor, MetricCatalog.CAPACITY_MEMORY, Capacity::memoryBytes);
        capacity.partitions().forEach((partition, sums) -> {
            for (String type : gpuTypes(sums)) {
                gpus(
                        sums,
                        type,
                        (state, count) -> visitor.sample(
                                MetricCatalog.CAPACITY_GPUS, count, cluster, partition, label(type), state));
            }
        });
    }

    private void split(MetricVisitor visitor, MetricFamily family, Function<Capacity, Split> part) {
        capacity.partitions().forEach((partition, sums) -> {
            Split split = part.apply(sums);
            visitor.sample(family, split.allocated(), cluster, partition, ALLOCATED);
            visitor.sample(family, split.idle(), cluster, partition, IDLE);
            visitor.sample(family, split.unavailable(), cluster, partition, UNAVAILABLE);
        });
    }

    private void perCluster(MetricVisitor visitor) {
        Capacity sums = capacity.cluster();
        for (NodeState state : NodeState.values()) {
            visitor.sample(MetricCatalog.CLUSTER_NODES, sums.nodes(state), cluster, state.label());
        }
        clusterSplit(visitor, MetricCatalog.CLUSTER_CPUS, sums.cpus());
        clusterSplit(visitor, MetricCatalog.CLUSTER_MEMORY, sums.memoryBytes());
        for (String type : gpuTypes(sums)) {
            gpus(
                    sums,
                    type,
                    (state, count) -> visitor.sample(MetricCatalog.CLUSTER_GPUS, count, cluster, label(type), state));
        }
    }

    private void clusterSplit(MetricVisitor visitor, MetricFamily family, Split split) {
        visitor.sample(family, split.allocated(), cluster, ALLOCATED);
        visitor.sample(family, split.idle(), cluster, IDLE);
        visitor.sample(family, split.unavailable(), cluster, UNAVAILABLE);
    }

    private interface GpuVisitor {
        void gpus(String state, long count);
    }

    private static void gpus(Capacity sums, String type, GpuVisitor visitor) {
        visitor.gpus(ALLOCATED, sums.allocatedGpus().byType().getOrDefault(type, 0L));
        visitor.gpus(IDLE, sums.idleGpus().byType().getOrDefault(type, 0L));
        visitor.gpus(UNAVAILABLE, sums.unavailableGpus().byType().getOrDefault(type, 0L));
    }

    private static SortedSet<String> gpuTypes(Capacity sums) {
        SortedSet<String> types = new TreeSet<>(sums.allocatedGpus().byType().keySet());
        types.addAll(sums.idleGpus().byType().keySet());
        types.addAll(sums.unavailableGpus().byType().keySet());
        return types;
    }

    private static String gpuTypes(Node node) {
        return String.join(
                ",",
                node.usable().gpus().byType().keySet().stream()
                        .map(NodeMetrics::label)
                        .toList());
    }

    private static String label(String gpuType) {
        return gpuType.equals(GpuCounts.UNTYPED) ? UNTYPED : gpuType;
    }

    private void info(MetricVisitor visitor, JoinedNode joined) {
        Node node = joined.node();
        visitor.sample(
                MetricCatalog.NODE_INFO,
                1,
                cluster,
                node.name(),
                String.join(",", node.partitions()),
                gpuTypes(node),
                joined.nodeSet().map(NodeSet::namespace).orElse(""),
                joined.nodeSet().map(NodeSet::name).orElse(""),
                joined.pod().map(SlurmdPod::name).orElse(""),
                joined.kubeNode()
                        .map(KubeNode::name)
                        .or(() -> joined.pod().map(SlurmdPod::kubeNode))
                        .orElse(""));
    }

    private void state(MetricVisitor visitor, Node node) {
        NodeState current = node.state();
        for (NodeState state : NodeState.values()) {
            visitor.sample(MetricCatalog.NODE_STATE, state == current ? 1 : 0, cluster, node.name(), state.label());
        }
    }

    private void unavailable(MetricVisitor visitor, JoinedNode joined) {
        Node node = joined.node();
        if (node.state().schedulable()
                || node.reason().text().isEmpty()
                || node.reason().since() == 0) {
            return;
        }
        NodeReason reason = joined.outOfService()
                .orElseGet(() -> NodeReason.of(node.reason().text()));
        visitor.sample(
                MetricCatalog.NODE_UNAVAILABLE,
                Math.max(0, now - node.reason().since()),
                cluster,
                node.name(),
                reason.kind(),
                reason.owner());
    }
}
