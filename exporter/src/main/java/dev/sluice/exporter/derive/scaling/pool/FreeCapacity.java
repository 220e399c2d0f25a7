package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.node.Node;

/**
 * The free resources of a node for further jobs.
 *
 * @param cpus free CPUs
 * @param memoryBytes free memory
 * @param gpus free GPUs by type
 * @param gres other free resources with a name, such as shards
 */
public record FreeCapacity(long cpus, long memoryBytes, GpuCounts gpus, GresCounts gres) {

    /** The free capacity of a node that accepts no further jobs. */
    public static final FreeCapacity NONE = new FreeCapacity(0, 0, GpuCounts.NONE);

    /** Returns the resources of a node that jobs have left free. */
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

    /** Creates a capacity in which GPUs are the only generic resources. */
    public FreeCapacity(long cpus, long memoryBytes, GpuCounts gpus) {
        this(cpus, memoryBytes, gpus, GresCounts.NONE);
    }

    /** Returns a copy with further generic resources. */
    public FreeCapacity with(GresCounts more) {
        return new FreeCapacity(cpus, memoryBytes, gpus, gres.max(more));
    }
}
