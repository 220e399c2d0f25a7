package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds the NodeSets that serve each partition. */
final class PartitionSets {

    private static final String ALL = "ALL";

    private final String cluster;
    private final List<NodeSet> nodeSets;
    private final Map<String, JoinedNode> nodes;

    PartitionSets(String cluster, List<NodeSet> nodeSets, Map<String, JoinedNode> nodes) {
        this.cluster = cluster;
        this.nodeSets = nodeSets;
        this.nodes = nodes;
    }

    /**
     * Returns the NodeSets by partition, from the partition's nodes and from Slurm's node sets. Slurm's node sets exist
     * even while they have no nodes.
     */
    SortedMap<String, SortedSet<PoolName>> of(List<Partition> partitions) {
        SortedMap<String, SortedSet<PoolName>> found = new TreeMap<>();
        for (Partition partition : partitions) {
            SortedSet<PoolName> sets = new TreeSet<>();
            for (String token : partition.nodeSets().split(",", -1)) {
                addNamed(token.strip(), sets);
            }
            for (String name : Hostlist.names(partition.nodes())) {
                Optional.ofNullable(nodes.get(name))
                        .flatMap(JoinedNode::nodeSet)
                        .ifPresent(set -> sets.add(nameOf(cluster, set)));
            }
            nodeSets.stream()
                    .filter(set -> set.ownPartition() && set.slurmName().equals(partition.name()))
                    .forEach(set -> sets.add(nameOf(cluster, set)));
            found.put(partition.name(), sets);
        }
        return found;
    }

    private void addNamed(String token, SortedSet<PoolName> sets) {
        for (NodeSet set : nodeSets) {
            boolean named = token.equals(ALL)
                    || (!token.isEmpty() && (token.equals(set.slurmName()) || token.equals(set.name())));
            if (named) {
                sets.add(nameOf(cluster, set));
            }
        }
    }

    static PoolName nameOf(String cluster, NodeSet set) {
        return new PoolName(cluster, set.namespace(), set.name(), set.kind(), set.apiVersion());
    }
}
