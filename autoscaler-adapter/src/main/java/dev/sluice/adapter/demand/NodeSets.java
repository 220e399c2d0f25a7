package dev.sluice.adapter.demand;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The NodeSets of a report, indexed by name. */
public final class NodeSets {

    /** The NodeSets of a cluster without known demand. */
    public static final NodeSets NONE = new NodeSets(List.of());

    private final List<NodeSetDemand> all;
    private final Map<Name, List<NodeSetDemand>> byName;

    private record Name(String namespace, String name) {}

    private NodeSets(List<NodeSetDemand> all) {
        this.all = List.copyOf(all);
        this.byName = all.stream()
                .collect(Collectors.groupingBy(
                        nodeSet -> new Name(nodeSet.namespace(), nodeSet.name()), Collectors.toUnmodifiableList()));
    }

    /** Returns an index of the NodeSets; keeps the given order. */
    public static NodeSets of(List<NodeSetDemand> all) {
        return new NodeSets(all);
    }

    public List<NodeSetDemand> all() {
        return all;
    }

    /** Returns the NodeSets with a name. Objects of several kinds can have the same name. */
    public List<NodeSetDemand> named(String namespace, String name) {
        return byName.getOrDefault(new Name(namespace, name), List.of());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeSets that && all.equals(that.all);
    }

    @Override
    public int hashCode() {
        return all.hashCode();
    }

    @Override
    public String toString() {
        return all.toString();
    }
}
