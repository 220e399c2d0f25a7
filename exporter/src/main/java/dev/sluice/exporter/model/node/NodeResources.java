package dev.sluice.exporter.model.node;

import dev.sluice.exporter.model.GpuCounts;

/**
 * Resources of one node.
 *
 * @param cpus CPUs
 * @param memoryBytes memory
 * @param gpus GPUs by type
 */
public record NodeResources(long cpus, long memoryBytes, GpuCounts gpus) {}
