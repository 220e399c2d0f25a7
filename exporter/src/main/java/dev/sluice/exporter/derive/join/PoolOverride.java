package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The configured values of one NodeSet, which take precedence over observed values.
 *
 * @param min minimum number of nodes
 * @param max maximum number of nodes
 * @param cost relative cost; if two NodeSets suit a job, the job uses the cheaper NodeSet
 * @param backoff time for which jobs use other NodeSets after nodes of this NodeSet fail to start
 * @param shape resources of one node
 */
public record PoolOverride(
        OptionalLong min, OptionalLong max, OptionalLong cost, Optional<Duration> backoff, Optional<NodeShape> shape) {

    public static final PoolOverride NONE = new PoolOverride(
            OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), Optional.empty());
}
