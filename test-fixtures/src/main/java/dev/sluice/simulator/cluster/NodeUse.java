package dev.sluice.simulator.cluster;

import dev.sluice.lab.scheduling.FreeResources;
import java.util.List;

/**
 * The resources that jobs hold on a node.
 *
 * @param memory MiB
 * @param busyGpus indices of completely allocated GPUs
 * @param shardsByGpu allocated shards of each GPU
 */
public record NodeUse(int cpus, long memory, List<Integer> busyGpus, List<Integer> shardsByGpu) {
    public static NodeUse of(FreeResources free) {
        return new NodeUse(
                free.node().cpus() - free.cpus(),
                free.node().memory() - free.memory(),
                free.busyGpus(),
                free.usedShards());
    }

    public int shards() {
        return shardsByGpu.stream().mapToInt(Integer::intValue).sum();
    }
}
