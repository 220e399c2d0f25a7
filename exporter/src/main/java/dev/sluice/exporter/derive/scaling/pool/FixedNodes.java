package dev.sluice.exporter.derive.scaling.pool;

import java.util.Set;

/**
 * Identical nodes outside of pools: bare-metal nodes, and nodes whose number cannot be set. A job that can run only on
 * these nodes is not demand, but is possible.
 *
 * @param shape what one node offers
 */
public record FixedNodes(Set<String> partitions, NodeShape shape, long nodes) {

    public FixedNodes {
        partitions = Set.copyOf(partitions);
    }
}
