package dev.sluice.common.scheduling;

import java.util.List;
import java.util.Optional;

/**
 * What a running job holds on one node.
 *
 * @param memory MiB
 * @param gpus indices of whole GPUs, ascending
 * @param shardedGpu the GPU of which the job has shards
 */
public record NodeAllocation(
        NodeSpec node, int cpus, long memory, List<Integer> gpus, Optional<Integer> shardedGpu, int shards) {
    public NodeAllocation {
        gpus = List.copyOf(gpus);
    }
}
