package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.GpuCounts;

/**
 * What is free on a node for further jobs.
 *
 * @param cpus free CPUs
 * @param memoryBytes free memory
 * @param gpus free GPUs by type
 */
public record FreeRoom(long cpus, long memoryBytes, GpuCounts gpus) {

    /** Of a node that takes no further job. */
    public static final FreeRoom NONE = new FreeRoom(0, 0, GpuCounts.NONE);
}
