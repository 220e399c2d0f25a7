package dev.sluice.exporter.model.cluster;

import java.util.OptionalLong;

/**
 * One Slurm partition.
 *
 * @param nodes hostlist of the current nodes
 * @param nodeSets Slurm's own node sets (by feature) in the partition's definition, comma-separated; empty without node
 *     sets
 * @param maxNodes MaxNodes, maximum nodes of one job; {@link Long#MAX_VALUE} if unlimited
 * @param cpuLimit maximum number of CPUs that all jobs of the partition together can use on a node
 * @param wholeNodes whether every job gets its nodes exclusively (Exclusive=NODE, OverSubscribe=EXCLUSIVE)
 * @param userNodes whether jobs of different users cannot share nodes of the partition (ExclusiveUser)
 * @param jobsPerCpu number of jobs that share a CPU without requesting to share (OverSubscribe=FORCE:4); 1 for most
 *     partitions
 * @param totalNodes TotalNodes
 * @param totalCpus TotalCPUs
 * @param maxSeconds MaxTime, maximum run time of one job in seconds; empty if unlimited
 * @param priorityTier PriorityTier; slurmctld considers jobs of a higher tier first, regardless of their priority
 * @param qos QOS whose limits apply to the complete partition; empty without a QOS
 */
public record Partition(
        String name,
        PartitionState state,
        String nodes,
        String nodeSets,
        long maxNodes,
        CpuLimit cpuLimit,
        boolean wholeNodes,
        boolean userNodes,
        long jobsPerCpu,
        long totalNodes,
        long totalCpus,
        OptionalLong maxSeconds,
        long priorityTier,
        String qos) {

    /** Slurm's default of PriorityTier. */
    public static final long DEFAULT_PRIORITY_TIER = 1;

    /** Stands for a partition without data: the partition counts as up and without limits. */
    public static final Partition UNKNOWN = new Partition("", PartitionState.UP, "", "", Long.MAX_VALUE, false);

    /** Creates a partition whose other attributes have Slurm's defaults. */
    public Partition(
            String name, PartitionState state, String nodes, String nodeSets, long maxNodes, boolean wholeNodes) {
        this(
                name,
                state,
                nodes,
                nodeSets,
                maxNodes,
                CpuLimit.NONE,
                wholeNodes,
                false,
                1,
                0,
                0,
                OptionalLong.empty(),
                DEFAULT_PRIORITY_TIER,
                "");
    }
}
