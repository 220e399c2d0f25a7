package dev.sluice.exporter.model;

/**
 * What one job, or one task of an array, asks for in all.
 *
 * @param nodes the least number of nodes
 * @param cpus CPUs over all nodes
 * @param memoryBytes memory over all nodes
 * @param gpus GPUs over all nodes; {@link GpuCounts#UNTYPED} where the job names no type
 */
public record JobRequest(long nodes, long cpus, long memoryBytes, GpuCounts gpus) {}
