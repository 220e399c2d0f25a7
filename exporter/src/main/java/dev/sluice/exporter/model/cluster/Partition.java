package dev.sluice.exporter.model.cluster;

/**
 * One Slurm partition.
 *
 * @param name PartitionName
 * @param state State
 * @param nodes the nodes that it is of now, a hostlist
 * @param nodeSets Slurm's own node sets (by feature) that it is defined by, separated by commas; empty where by none
 * @param maxNodes MaxNodes, the most nodes of one job; {@link Long#MAX_VALUE} where unlimited
 * @param cpuLimit how many CPUs of a node its jobs get together
 * @param wholeNodes whether every job has its nodes to itself (Exclusive=NODE, OverSubscribe=EXCLUSIVE)
 * @param userNodes whether its jobs share nodes with jobs of their user alone (ExclusiveUser)
 * @param jobsPerCpu to how many jobs a CPU is given without their asking for it (OverSubscribe=FORCE:4); 1 of most
 * @param details what does not decide where a job could run
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
        PartitionDetails details) {

    /** One of which only that is known that decides where a job could run. */
    public Partition(
            String name, PartitionState state, String nodes, String nodeSets, long maxNodes, boolean wholeNodes) {
        this(name, state, nodes, nodeSets, maxNodes, CpuLimit.NONE, wholeNodes, false, 1, PartitionDetails.UNKNOWN);
    }
}
