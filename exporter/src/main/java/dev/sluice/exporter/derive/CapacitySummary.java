package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.node.Node;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The resources of each partition and of the cluster. A node counts in each of its partitions, and once in the cluster.
 *
 * @param partitions resources by partition, for every existing partition
 * @param cluster resources of all nodes, including nodes without a partition
 */
public record CapacitySummary(SortedMap<String, Capacity> partitions, Capacity cluster) {

    /**
     * Sums up the nodes.
     *
     * @param partitionNames partitions to include, with or without nodes
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
