package dev.sluice.exporter.model.node;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;

/**
 * Resources of one node.
 *
 * @param gres generic resources other than GPUs
 * @param shardedGpus GPUs with allocated shards, which no job can get as a whole; not included in {@code gpus}
 */
public record NodeResources(long cpus, long memoryBytes, GpuCounts gpus, GresCounts gres, GpuCounts shardedGpus) {

    /** Creates resources without shards in use. */
    public NodeResources(long cpus, long memoryBytes, GpuCounts gpus, GresCounts gres) {
        this(cpus, memoryBytes, gpus, gres, GpuCounts.NONE);
    }

    /** Creates resources in which GPUs are the only generic resources. */
    public NodeResources(long cpus, long memoryBytes, GpuCounts gpus) {
        this(cpus, memoryBytes, gpus, GresCounts.NONE);
    }
}
