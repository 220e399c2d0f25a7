package dev.sluice.exporter.model.node;

import dev.sluice.exporter.model.GpuCounts;
import java.util.List;
import java.util.Set;

/** Builds a node for tests. By default, the node is idle, in partition {@code gpu}, and has no GPUs and no jobs. */
public final class NodeBuilder {

    private final String name;
    private NodeStatus status = new NodeStatus(NodeBaseState.IDLE, Set.of());
    private String topology = "";
    private List<String> partitions = List.of("gpu");
    private List<String> features = List.of();
    private NodeResources usable = new NodeResources(64, 0, GpuCounts.NONE);
    private NodeResources allocated = new NodeResources(0, 0, GpuCounts.NONE);
    private NodeOrigin origin = NodeOrigin.UNKNOWN;
    private NodeLayout layout = NodeLayout.UNKNOWN;
    private String owner = "";
    private String reservation = "";
    private Node.Reason reason = Node.Reason.NONE;
    private long slurmdStart;

    private NodeBuilder(String name) {
        this.name = name;
    }

    public static NodeBuilder node(String name) {
        return new NodeBuilder(name);
    }

    /** Returns a builder with the values of another node. */
    public static NodeBuilder of(Node node) {
        NodeBuilder like = new NodeBuilder(node.name());
        like.origin = node.origin();
        like.status = node.status();
        like.partitions = node.partitions();
        like.features = node.features();
        like.usable = node.usable();
        like.allocated = node.allocated();
        like.layout = node.layout();
        like.owner = node.owner();
        like.reservation = node.reservation();
        like.reason = node.reason();
        like.slurmdStart = node.slurmdStart();
        like.topology = node.topology();
        return like;
    }

    public NodeBuilder state(NodeBaseState base, Set<NodeFlag> flags) {
        status = new NodeStatus(base, flags);
        return this;
    }

    public NodeBuilder partitions(List<String> names) {
        partitions = names;
        return this;
    }

    public NodeBuilder features(List<String> names) {
        features = names;
        return this;
    }

    public NodeBuilder usable(long cpus, long memoryBytes, GpuCounts gpus) {
        usable = new NodeResources(cpus, memoryBytes, gpus);
        return this;
    }

    public NodeBuilder allocated(long cpus, long memoryBytes, GpuCounts gpus) {
        allocated = new NodeResources(cpus, memoryBytes, gpus);
        return this;
    }

    public NodeBuilder layout(NodeLayout known) {
        layout = known;
        return this;
    }

    public NodeBuilder owner(String user) {
        owner = user;
        return this;
    }

    public NodeBuilder reservation(String name) {
        reservation = name;
        return this;
    }

    public NodeBuilder origin(NodeOrigin known) {
        origin = known;
        return this;
    }

    public NodeBuilder reason(String text, String user, long since) {
        reason = new Node.Reason(text, user, since);
        return this;
    }

    public NodeBuilder slurmdStart(long seconds) {
        slurmdStart = seconds;
        return this;
    }

    public NodeBuilder topology(String place) {
        topology = place;
        return this;
    }

    public Node build() {
        return new Node(
                name,
                origin,
                status,
                partitions,
                features,
                usable,
                allocated,
                layout,
                owner,
                reservation,
                reason,
                slurmdStart,
                topology);
    }
}
