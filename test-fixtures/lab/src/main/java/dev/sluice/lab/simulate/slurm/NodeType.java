package dev.sluice.lab.simulate.slurm;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.job.JobRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The common properties of all nodes of one NodeSet.
 *
 * @param nodeSet name of the NodeSet; the name of a node is the name of the NodeSet with an ordinal
 * @param partitions partitions of the nodes
 * @param cpus CPUs per node
 * @param gpus GPUs per node
 * @param features features for {@code --constraint}
 * @param price price per node and hour, in any currency; 0 if no price is needed
 */
public record NodeType(
        String nodeSet, List<String> partitions, long cpus, GpuCounts gpus, Set<String> features, double price) {

    public NodeType {
        partitions = List.copyOf(partitions);
        features = Set.copyOf(features);
    }

    /** Returns nodes with 96 CPUs in partition {@code batch}. */
    public static NodeType plain(String nodeSet) {
        return new NodeType(nodeSet, List.of("batch"), 96, GpuCounts.NONE, Set.of(), 0);
    }

    /** Returns the name of a node. */
    public String node(int ordinal) {
        return nodeSet + "-" + ordinal;
    }

    /**
     * Returns the definition of a node.
     *
     * @param cloud true if Slurm's power saving controls the node
     */
    NodeSpec spec(int ordinal, boolean cloud) {
        List<String> types = gpus.byType().entrySet().stream()
                .flatMap(gpu -> Stream.generate(gpu::getKey).limit(gpu.getValue()))
                .toList();
        return new NodeSpec(
                node(ordinal),
                (int) cpus,
                0,
                types,
                0,
                features.stream().sorted().toList(),
                0,
                cloud);
    }

    /** Returns true if an empty node can hold one node's share of the job. */
    public boolean suits(JobSpec job) {
        JobRequest request = job.submission(Map.of());
        return partitions.containsAll(request.partitions())
                && features.containsAll(request.features())
                && spec(0, false).canHold(request.smallestNeed());
    }
}
