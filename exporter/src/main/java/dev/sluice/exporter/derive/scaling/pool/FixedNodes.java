package dev.sluice.exporter.derive.scaling.pool;

import java.util.Set;

/**
 * Like nodes of no pool: on bare machines, or made by nobody whom we could ask for more. A job that only they can serve
 * is nobody's demand, and nothing is impossible about it.
 *
 * @param partitions the partitions that they are in
 * @param shape what one of them offers
 * @param nodes how many there are
 */
public record FixedNodes(Set<String> partitions, NodeShape shape, long nodes) {

    public FixedNodes {
        partitions = Set.copyOf(partitions);
    }
}
