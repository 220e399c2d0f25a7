package dev.sluice.simulator;

import java.util.List;

/**
 * What jobs hold on a node.
 *
 * @param memory MiB
 * @param busyGpus indices of GPUs that are allocated whole
 * @param shardsByGpu allocated shards of each GPU
 */
public record NodeUse(int cpus, long memory, List<Integer> busyGpus, List<Integer> shardsByGpu) {
    int shards() {
        return shardsByGpu.stream().mapToInt(Integer::intValue).sum();
    }
}
