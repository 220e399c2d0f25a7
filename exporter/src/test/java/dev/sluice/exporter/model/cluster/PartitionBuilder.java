package dev.sluice.exporter.model.cluster;

import static dev.sluice.exporter.config.Loaded.changed;

import dev.sluice.exporter.model.cluster.Partition.CpuLimit;
import dev.sluice.exporter.model.cluster.Partition.PartitionState;
import java.util.OptionalLong;

/** Builds a partition for tests. By default, the partition is up, and has no limits and no named nodes. */
public final class PartitionBuilder {

    private Partition partition;

    private PartitionBuilder(Partition partition) {
        this.partition = partition;
    }

    public static PartitionBuilder partition(String name) {
        return new PartitionBuilder(changed(Partition.UNKNOWN, "name", name));
    }

    private PartitionBuilder with(String component, Object value) {
        partition = changed(partition, component, value);
        return this;
    }

    /** Sets the nodes of the partition, and the Slurm node sets that define the partition. */
    public PartitionBuilder of(String nodes, String nodeSets) {
        return with("nodes", nodes).with("nodeSets", nodeSets);
    }

    public PartitionBuilder state(PartitionState state) {
        return with("state", state);
    }

    public PartitionBuilder maxNodes(long maxNodes) {
        return with("maxNodes", maxNodes);
    }

    public PartitionBuilder cpuLimit(CpuLimit cpuLimit) {
        return with("cpuLimit", cpuLimit);
    }

    public PartitionBuilder wholeNodes(boolean wholeNodes) {
        return with("wholeNodes", wholeNodes);
    }

    public PartitionBuilder userNodes(boolean userNodes) {
        return with("userNodes", userNodes);
    }

    public PartitionBuilder jobsPerCpu(long jobsPerCpu) {
        return with("jobsPerCpu", jobsPerCpu);
    }

    public PartitionBuilder priorityTier(long priorityTier) {
        return with("priorityTier", priorityTier);
    }

    public PartitionBuilder qos(String qos) {
        return with("qos", qos);
    }

    /** Sets the number of nodes, and the maximum time limit of a job. */
    public PartitionBuilder size(long totalNodes, long maxSeconds) {
        return with("totalNodes", totalNodes).with("maxSeconds", OptionalLong.of(maxSeconds));
    }

    public Partition build() {
        return partition;
    }
}
