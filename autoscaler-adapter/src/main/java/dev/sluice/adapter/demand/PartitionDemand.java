package dev.sluice.adapter.demand;

/**
 * What one partition's waiting jobs need.
 *
 * @param name as Slurm spells it
 * @param pendingNodes nodes beyond the busy ones, not negative
 */
public record PartitionDemand(String name, long pendingNodes) {}
