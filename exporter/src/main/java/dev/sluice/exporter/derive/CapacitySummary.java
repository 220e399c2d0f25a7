package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.node.Node;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The nodes in numbers. A node counts in each of its partitions, and once in the cluster.
 *
 * @param partitions every partition that exists
 * @param cluster all nodes, those in no partition too
 */
public record CapacitySummary(SortedMap<String, Capacity> partitions, Capacity cluster) {

    /**
     * Sums the nodes up.
     *
     * @param partitionNames partitions to show even where no node is in them
     */
    public static CapacitySummary of(List<Node> nodes, Collection<String> partitionNames) {
        SortedMap<String, Capacity> partitions = new TreeMap<>();
        Capacity cluster = new Capacity();
        partitionNames.forEach(name -> partitions.put(name, new Capacity()));
        for (Node node : nodes) {
            cluster.add(node);
            for (String partition : node.partitions()) {
                partitions.computeIfAbsent(partition, unused -> new Capacity()).add(node);
            }
        }
        return new CapacitySummary(Collections.unmodifiableSortedMap(partitions), cluster);
    }
}
