package dev.sluice.exporter.model.node;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;

/**
 * Resources of one node, or of a job's part on a node.
 *
 * @param gres generic resources other than GPUs
 * @param shardedGpus GPUs with allocated shards, which no job can get as a whole; not included in {@code gpus}
 */
public record NodeResources(long cpus, long memoryBytes, GpuCounts gpus, GresCounts gres, GpuCounts shardedGpus) {

    public static final NodeResources NONE = new NodeResources(0, 0, GpuCounts.NONE);

    /** Creates resources without shards in use. */
    public NodeResources(long cpus, long memoryBytes, GpuCounts gpus, GresCounts gres) {
        this(cpus, memoryBytes, gpus, gres, GpuCounts.NONE);
    }

    /** Creates resources in which GPUs are the only generic resources. */
    public NodeResources(long cpus, long memoryBytes, GpuCounts gpus) {
        this(cpus, memoryBytes, gpus, GresCounts.NONE);
    }

    /** Returns the resources that allocated resources leave free. */
    public NodeResources minus(NodeResources allocated) {
        return new NodeResources(
                Math.max(0, cpus - allocated.cpus),
                Math.max(0, memoryBytes - allocated.memoryBytes),
                gpus.minus(allocated.gpus).minus(allocated.shardedGpus),
                gres.minus(allocated.gres));
    }

    /** Returns a copy with further generic resources. */
    public NodeResources with(GresCounts more) {
        return new NodeResources(cpus, memoryBytes, gpus, gres.max(more));
    }
}
