package dev.sluice.exporter.model.node;

import static dev.sluice.exporter.config.Loaded.changed;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.node.Node.NodeOrigin;
import java.util.List;
import java.util.Set;

/** Builds a node for tests. By default, the node is idle, in partition {@code gpu}, and has no GPUs and no jobs. */
public final class NodeBuilder {

    private Node node;

    private NodeBuilder(Node node) {
        this.node = node;
    }

    public static NodeBuilder node(String name) {
        return of(new Node(
                name,
                NodeOrigin.UNKNOWN,
                NodeBaseState.IDLE,
                Set.of(),
                List.of("gpu"),
                List.of(),
                new NodeResources(64, 0, GpuCounts.NONE),
                NodeResources.NONE,
                NodeLayout.UNKNOWN,
                "",
                "",
                Node.Reason.NONE,
                0,
                ""));
    }

    /** Returns a builder with the values of another node. */
    public static NodeBuilder of(Node node) {
        return new NodeBuilder(node);
    }

    private NodeBuilder with(String component, Object value) {
        node = changed(node, component, value);
        return this;
    }

    public NodeBuilder state(NodeBaseState base, Set<NodeFlag> flags) {
        return with("base", base).with("flags", flags);
    }

    public NodeBuilder partitions(List<String> names) {
        return with("partitions", names);
    }

    public NodeBuilder features(List<String> names) {
        return with("features", names);
    }

    public NodeBuilder usable(long cpus, long memoryBytes, GpuCounts gpus) {
        return with("usable", new NodeResources(cpus, memoryBytes, gpus));
    }

    public NodeBuilder allocated(long cpus, long memoryBytes, GpuCounts gpus) {
        return with("allocated", new NodeResources(cpus, memoryBytes, gpus));
    }

    public NodeBuilder layout(NodeLayout known) {
        return with("layout", known);
    }

    public NodeBuilder owner(String user) {
        return with("owner", user);
    }

    public NodeBuilder reservation(String name) {
        return with("reservation", name);
    }

    public NodeBuilder origin(NodeOrigin known) {
        return with("origin", known);
    }

    public NodeBuilder reason(String text, String user, long since) {
        return with("reason", new Node.Reason(text, user, since));
    }

    public NodeBuilder slurmdStart(long seconds) {
        return with("slurmdStart", seconds);
    }

    public NodeBuilder topology(String place) {
        return with("topology", place);
    }

    public Node build() {
        return node;
    }
}
