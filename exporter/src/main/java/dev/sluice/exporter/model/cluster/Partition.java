package dev.sluice.exporter.model.cluster;

import dev.sluice.exporter.model.Labeled;
import dev.sluice.exporter.model.node.NodeLayout;
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

    /**
     * The maximum number of CPUs that all jobs of a partition together can use on a node.
     *
     * @param perNode MaxCPUsPerNode; {@link Long#MAX_VALUE} if unlimited
     * @param perSocket MaxCPUsPerSocket; {@link Long#MAX_VALUE} if unlimited
     */
    public record CpuLimit(long perNode, long perSocket) {

        public static final CpuLimit NONE = new CpuLimit(Long.MAX_VALUE, Long.MAX_VALUE);

        /** Returns the limit for a node with this layout; an unknown number of sockets counts as one socket. */
        public long of(NodeLayout layout) {
            long sockets = Math.max(1, layout.sockets());
            return perSocket > Long.MAX_VALUE / sockets ? perNode : Math.min(perNode, perSocket * sockets);
        }
    }

    /** The state of a Slurm partition. */
    public enum PartitionState implements Labeled {
        /** Jobs are accepted and started. */
        UP,
        /** Jobs are accepted but not started. */
        DOWN,
        /** Jobs are not accepted; pending jobs are started. */
        DRAIN,
        /** Jobs are neither accepted nor started. */
        INACTIVE,
        /** A state of a newer Slurm that this release does not know. */
        UNKNOWN;

        /** Returns whether pending jobs can start. */
        public boolean startsJobs() {
            return this != DOWN && this != INACTIVE;
        }
    }
}
