package dev.sluice.adapter.demand;

/**
 * The demand of one partition's pending jobs.
 *
 * @param name name of the partition, as in Slurm
 * @param pendingNodes number of nodes that pending jobs need in addition to busy nodes; not negative
 */
public record PartitionDemand(String name, long pendingNodes) {}
