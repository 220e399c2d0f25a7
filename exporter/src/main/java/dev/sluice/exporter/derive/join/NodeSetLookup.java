package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.Hostlist;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the NodeSet of a job by the names of its nodes. */
public final class NodeSetLookup {

    /** Without Kubernetes, no node has a NodeSet. */
    public static final NodeSetLookup NONE = new NodeSetLookup(List.of());

    private final Map<String, String> byNode = new HashMap<>();

    public NodeSetLookup(List<JoinedNode> nodes) {
        nodes.forEach(
                node -> node.nodeSet().ifPresent(set -> byNode.put(node.node().name(), set.name())));
    }

    /** Returns true if no node is in a NodeSet, for example because Kubernetes has not responded yet. */
    public boolean isEmpty() {
        return byNode.isEmpty();
    }

    /** Returns the name of the NodeSet that has all nodes of a hostlist; empty if there is no such NodeSet. */
    public String of(String hostlist) {
        List<String> found = Hostlist.names(hostlist).stream()
                .map(node -> byNode.getOrDefault(node, ""))
                .distinct()
                .limit(2)
                .toList();
        return found.size() == 1 ? found.get(0) : "";
    }
}
