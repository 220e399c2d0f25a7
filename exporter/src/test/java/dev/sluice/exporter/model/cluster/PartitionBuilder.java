package dev.sluice.exporter.model.cluster;

import java.util.OptionalLong;

/** Builds a partition for tests. By default, the partition is up, and has no limits and no named nodes. */
public final class PartitionBuilder {

    private final String name;
    private String nodes = "";
    private String nodeSets = "";
    private PartitionState state = PartitionState.UP;
    private long maxNodes = Long.MAX_VALUE;
    private CpuLimit cpuLimit = CpuLimit.NONE;
    private boolean wholeNodes;
    private boolean userNodes;
    private long jobsPerCpu = 1;
    private long priorityTier = Partition.DEFAULT_PRIORITY_TIER;
    private String qos = "";
    private long totalNodes;
    private OptionalLong maxSeconds = OptionalLong.empty();

    private PartitionBuilder(String name) {
        this.name = name;
    }

    public static PartitionBuilder partition(String name) {
        return new PartitionBuilder(name);
    }

    /** Sets the nodes of the partition, and the Slurm node sets that define the partition. */
    public PartitionBuilder of(String nodes, String nodeSets) {
        this.nodes = nodes;
        this.nodeSets = nodeSets;
        return this;
    }

    public PartitionBuilder state(PartitionState state) {
        this.state = state;
        return this;
    }

    public PartitionBuilder maxNodes(long maxNodes) {
        this.maxNodes = maxNodes;
        return this;
    }

    public PartitionBuilder cpuLimit(CpuLimit cpuLimit) {
        this.cpuLimit = cpuLimit;
        return this;
    }

    public PartitionBuilder wholeNodes(boolean wholeNodes) {
        this.wholeNodes = wholeNodes;
        return this;
    }

    public PartitionBuilder userNodes(boolean userNodes) {
        this.userNodes = userNodes;
        return this;
    }

    public PartitionBuilder jobsPerCpu(long jobsPerCpu) {
        this.jobsPerCpu = jobsPerCpu;
        return this;
    }

    public PartitionBuilder priorityTier(long priorityTier) {
        this.priorityTier = priorityTier;
        return this;
    }

    public PartitionBuilder qos(String qos) {
        this.qos = qos;
        return this;
    }

    /** Sets the number of nodes, and the maximum time limit of a job. */
    public PartitionBuilder size(long totalNodes, long maxSeconds) {
        this.totalNodes = totalNodes;
        this.maxSeconds = OptionalLong.of(maxSeconds);
        return this;
    }

    public Partition build() {
        return new Partition(
                name,
                state,
                nodes,
                nodeSets,
                maxNodes,
                cpuLimit,
                wholeNodes,
                userNodes,
                jobsPerCpu,
                totalNodes,
                0,
                maxSeconds,
                priorityTier,
                qos);
    }
}
