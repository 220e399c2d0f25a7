package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the NodeSet of a job by the names of its nodes. Confined to one thread. */
public final class NodeSetLookup {

    /** Without Kubernetes, no node has a NodeSet. */
    public static final NodeSetLookup NONE = new NodeSetLookup(List.of());

    private final List<JoinedNode> nodes;

    /** NodeSet names by node name. Created at the first lookup, because most job lists need no lookup. */
    private Optional<Map<String, String>> names = Optional.empty();

    public NodeSetLookup(List<JoinedNode> nodes) {
        this.nodes = nodes.stream().filter(node -> node.nodeSet().isPresent()).toList();
    }

    /** Returns true if no node is in a NodeSet, for example because Kubernetes has not responded yet. */
    public boolean isEmpty() {
        return nodes.isEmpty();
    }

    /** Returns the name of the NodeSet that has all nodes of a hostlist; empty if there is no such NodeSet. */
    public String of(String hostlist) {
        Map<String, String> byNode = names.orElseGet(this::names);
        List<String> found = Hostlist.names(hostlist).stream()
                .map(node -> byNode.getOrDefault(node, ""))
                .distinct()
                .limit(2)
                .toList();
        return found.size() == 1 ? found.get(0) : "";
    }

    private Map<String, String> names() {
        Map<String, String> byNode = new HashMap<>();
        nodes.forEach(node -> node.nodeSet()
                .map(NodeSet::name)
                .ifPresent(name -> byNode.put(node.node().name(), name)));
        names = Optional.of(byNode);
        return byNode;
    }
}
