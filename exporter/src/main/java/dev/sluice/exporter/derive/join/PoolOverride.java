package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an operator's configuration says about one NodeSet; it goes before everything that is observed.
 *
 * @param min least number of nodes
 * @param max largest number of nodes
 * @param cost of two NodeSets that suit a job the cheaper is taken
 * @param backoff for how long jobs go to other NodeSets where its nodes do not start
 * @param shape what one node offers
 */
public record PoolOverride(
        OptionalLong min, OptionalLong max, OptionalLong cost, Optional<Duration> backoff, Optional<NodeShape> shape) {

    public static final PoolOverride NONE = ofCost(OptionalLong.empty());

    /** Says at most the cost. */
    public static PoolOverride ofCost(OptionalLong cost) {
        return new PoolOverride(OptionalLong.empty(), OptionalLong.empty(), cost, Optional.empty(), Optional.empty());
    }
}
