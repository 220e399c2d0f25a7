package dev.sluice.exporter.model;

/**
 * Trackable resources, from a TRES string such as {@code cpu=96,mem=187.50G,node=1,gres/gpu=8,gres/gpu:h100=8}.
 *
 * @param cpus 0 where the string names none
 * @param memoryBytes 0 where the string names none
 * @param nodes 0 where the string names none
 * @param gpus GPUs by type
 */
public record Tres(long cpus, long memoryBytes, long nodes, GpuCounts gpus) {

    public static final Tres NONE = new Tres(0, 0, 0, GpuCounts.NONE);
}
