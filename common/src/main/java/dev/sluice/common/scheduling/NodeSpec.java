package dev.sluice.common.scheduling;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A node as slurm.conf and gres.conf define it.
 *
 * @param memory MiB
 * @param gpuTypes type of every GPU in the order of its index; an empty string for one without a type
 * @param shardsPerGpu shards that each GPU is divided into, 0 where gres.conf has no shards
 * @param cloud whether power saving may switch the node off
 */
public record NodeSpec(
        String name,
        int cpus,
        long memory,
        List<String> gpuTypes,
        int shardsPerGpu,
        List<String> features,
        int weight,
        boolean cloud) {
    public NodeSpec {
        gpuTypes = List.copyOf(gpuTypes);
        features = List.copyOf(features);
    }

    /** Whether the node could satisfy the need if no job held anything on it. */
    public boolean canHold(Need need) {
        long fitting = need.gpuType()
                .map(type -> gpuTypes.stream().filter(type::equals).count())
                .orElse((long) gpuTypes.size());
        return need.cpus() <= cpus
                && need.memory() <= memory
                && need.gpus() <= fitting
                && (need.shards() == 0 || (need.shards() <= shardsPerGpu && !gpuTypes.isEmpty()));
    }

    /** GPU types in the order of their first index. */
    public List<String> distinctGpuTypes() {
        return gpuTypes.stream().distinct().toList();
    }

    /** Indices of the GPUs of one type. */
    public List<Integer> indicesOf(String gpuType) {
        return IntStream.range(0, gpuTypes.size())
                .filter(i -> gpuTypes.get(i).equals(gpuType))
                .boxed()
                .toList();
    }
}
