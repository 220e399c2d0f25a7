package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an operator's configuration says about one NodeSet; it goes before everything that is observed.
 *
 * @param min least number of nodes
 * @param max largest number of nodes
 * @param cost of two NodeSets that suit a job the cheaper is taken
 * @param shape what one node offers
 */
public record PoolOverride(OptionalLong min, OptionalLong max, OptionalLong cost, Optional<NodeShape> shape) {

    public static final PoolOverride NONE =
            new PoolOverride(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
}
