package dev.sluice.exporter.model.node;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;

/**
 * Resources of one node.
 *
 * @param cpus CPUs
 * @param memoryBytes memory
 * @param gpus GPUs by type
 * @param gres generic resources that are no GPUs
 * @param shardedGpus GPUs of which some shards are held, so that nobody can have them whole; they are not in {@code gpus}
 */
public record NodeResources(long cpus, long memoryBytes, GpuCounts gpus, GresCounts gres, GpuCounts shardedGpus) {

    /** Without shards in use. */
    public NodeResources(long cpus, long memoryBytes, GpuCounts gpus, GresCounts gres) {
        this(cpus, memoryBytes, gpus, gres, GpuCounts.NONE);
    }

    /** Without other generic resources than GPUs. */
    public NodeResources(long cpus, long memoryBytes, GpuCounts gpus) {
        this(cpus, memoryBytes, gpus, GresCounts.NONE);
    }
}
