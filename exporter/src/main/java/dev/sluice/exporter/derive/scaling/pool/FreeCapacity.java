package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.node.Node;

/**
 * What is free on a node for further jobs.
 *
 * @param cpus free CPUs
 * @param memoryBytes free memory
 * @param gpus free GPUs by type
 * @param gres what else is free and has a name, such as shards
 */
public record FreeCapacity(long cpus, long memoryBytes, GpuCounts gpus, GresCounts gres) {

    /** Of a node that takes no further job. */
    public static final FreeCapacity NONE = new FreeCapacity(0, 0, GpuCounts.NONE);

    /** What jobs have left of a node. */
    public static FreeCapacity of(Node node) {
        return new FreeCapacity(
                Math.max(0, node.usable().cpus() - node.allocated().cpus()),
                Math.max(0, node.usable().memoryBytes() - node.allocated().memoryBytes()),
                node.usable()
                        .gpus()
                        .minus(node.allocated().gpus())
                        .minus(node.allocated().shardedGpus()),
                node.usable().gres().minus(node.allocated().gres()));
    }

    /** Without other generic resources than GPUs. */
    public FreeCapacity(long cpus, long memoryBytes, GpuCounts gpus) {
        this(cpus, memoryBytes, gpus, GresCounts.NONE);
    }

    /** With further resources. */
    public FreeCapacity with(GresCounts more) {
        return new FreeCapacity(cpus, memoryBytes, gpus, gres.max(more));
    }
}
