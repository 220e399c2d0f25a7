package dev.sluice.lab.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A partition with its nodes and limits.
 *
 * @param up false for a partition that accepts jobs but starts none (state DOWN)
 * @param maxNodes maximum number of nodes of a job; empty for no limit
 * @param nodeSets Slurm's node sets in the partition, separated by commas; empty if the partition lists only nodes
 */
public record Partition(
        String name,
        List<String> nodes,
        boolean up,
        boolean isDefault,
        Duration maxTime,
        Optional<Integer> maxNodes,
        int tier,
        int jobFactor,
        String nodeSets) {
    Partition without(Set<String> absent) {
        List<String> present =
                nodes.stream().filter(node -> !absent.contains(node)).toList();
        return new Partition(name, present, up, isDefault, maxTime, maxNodes, tier, jobFactor, nodeSets);
    }

    public Partition ofNodeSets(String names) {
        return new Partition(name, nodes, up, isDefault, maxTime, maxNodes, tier, jobFactor, names);
    }
}
