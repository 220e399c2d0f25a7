package dev.sluice.exporter.model;

/**
 * One Slurm partition.
 *
 * @param name PartitionName
 */
public record Partition(String name) {}
