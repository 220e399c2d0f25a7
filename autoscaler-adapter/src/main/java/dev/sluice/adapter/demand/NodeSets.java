package dev.sluice.adapter.demand;

import dev.sluice.common.demand.NodeSetReport;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The NodeSets of a report, indexed by name.
 *
 * @param all NodeSets in the order of the report
 * @param byName NodeSets by namespace and name
 */
public record NodeSets(List<NodeSetReport> all, Map<List<String>, List<NodeSetReport>> byName) {

    /** The NodeSets of a cluster without known demand. */
    public static final NodeSets NONE = of(List.of());

    /** Returns an index of the NodeSets; keeps the given order. */
    public static NodeSets of(List<NodeSetReport> all) {
        return new NodeSets(
                List.copyOf(all),
                all.stream()
                        .collect(Collectors.groupingBy(
                                nodeSet -> List.of(nodeSet.namespace(), nodeSet.name()),
                                Collectors.toUnmodifiableList())));
    }

    /** Returns the NodeSets with a name. Objects of several kinds can have the same name. */
    public List<NodeSetReport> named(String namespace, String name) {
        return byName.getOrDefault(List.of(namespace, name), List.of());
    }
}
