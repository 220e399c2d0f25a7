package dev.sluice.lab.scheduling;

import java.util.List;
import java.util.Optional;

/**
 * The resources of one node that are allocated to a job.
 *
 * @param memory MiB
 * @param gpus indices of the GPUs that are allocated as a whole, in ascending order
 * @param shardedGpu index of the GPU with the job's shards
 */
public record NodeAllocation(
        NodeSpec node, int cpus, long memory, List<Integer> gpus, Optional<Integer> shardedGpu, int shards) {
    public NodeAllocation {
        gpus = List.copyOf(gpus);
    }
}
