package dev.sluice.exporter.model.cluster;

import java.util.OptionalLong;

/**
 * The attributes of a partition that have no effect on which nodes a job can get.
 *
 * @param nodes TotalNodes
 * @param cpus TotalCPUs
 * @param maxSeconds MaxTime, maximum run time of one job in seconds; empty if unlimited
 * @param priorityTier PriorityTier; slurmctld considers jobs of a higher tier first, regardless of their priority
 * @param qos QOS whose limits apply to the complete partition; empty without a QOS
 */
public record PartitionDetails(long nodes, long cpus, OptionalLong maxSeconds, long priorityTier, String qos) {

    /** Slurm's default of PriorityTier. */
    public static final long DEFAULT_PRIORITY_TIER = 1;

    public static final PartitionDetails UNKNOWN =
            new PartitionDetails(0, 0, OptionalLong.empty(), DEFAULT_PRIORITY_TIER, "");
}
