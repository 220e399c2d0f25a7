package dev.sluice.lab.scheduling;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A node as slurm.conf and gres.conf define it.
 *
 * @param memory MiB
 * @param gpuTypes type of each GPU, by index; an empty string for a GPU without a type
 * @param cloud true if power saving may power the node down
 */
public record NodeSpec(
        String name, int cpus, long memory, List<String> gpuTypes, List<String> features, int weight, boolean cloud) {
    public NodeSpec {
        gpuTypes = List.copyOf(gpuTypes);
        features = List.copyOf(features);
    }

    /** Returns true if the empty node satisfies the need. */
    public boolean canHold(Need need) {
        long fitting = need.gpuType()
                .map(type -> gpuTypes.stream().filter(type::equals).count())
                .orElse((long) gpuTypes.size());
        return need.cpus() <= cpus && need.memory() <= memory && need.gpus() <= fitting;
    }

    /** Returns the GPU types in the order of their first index. */
    public List<String> distinctGpuTypes() {
        return gpuTypes.stream().distinct().toList();
    }

    /** Returns the indices of the GPUs of one type. */
    public List<Integer> indicesOf(String gpuType) {
        return IntStream.range(0, gpuTypes.size())
                .filter(i -> gpuTypes.get(i).equals(gpuType))
                .boxed()
                .toList();
    }
}
