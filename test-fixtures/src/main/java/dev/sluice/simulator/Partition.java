package dev.sluice.simulator;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A partition: a view on nodes with its own limits.
 *
 * @param up false for a partition that takes jobs but starts none (state DOWN)
 * @param maxNodes largest job, empty for no limit
 */
public record Partition(
        String name,
        List<String> nodes,
        boolean up,
        boolean isDefault,
        Duration maxTime,
        Optional<Integer> maxNodes,
        int tier,
        int jobFactor) {
    public Partition {
        nodes = List.copyOf(nodes);
    }
}
