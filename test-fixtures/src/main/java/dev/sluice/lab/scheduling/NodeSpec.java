package dev.sluice.lab.scheduling;

import java.util.List;

/**
 * A node as slurm.conf and gres.conf define it.
 *
 * @param memory MiB
 * @param gpuTypes type of each GPU, by index; an empty string for a GPU without a type
 * @param cloud true if power saving may power the node down
 */
public record NodeSpec(
        String name, int cpus, long memory, List<String> gpuTypes, List<String> features, int weight, boolean cloud) {
    /** Returns true if the empty node satisfies the need. */
    public boolean canHold(Need need) {
        long fitting = need.gpuType()
                .map(type -> gpuTypes.stream().filter(type::equals).count())
                .orElse((long) gpuTypes.size());
        return need.cpus() <= cpus && need.memory() <= memory && need.gpus() <= fitting;
    }
}
