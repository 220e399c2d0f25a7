package dev.sluice.exporter.simulate.slurm;

import dev.sluice.common.scheduling.NodeSpec;
import dev.sluice.common.scheduling.job.JobRequest;
import dev.sluice.exporter.model.GpuCounts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What every node of one NodeSet is like.
 *
 * @param nodeSet name of the NodeSet; its nodes are named after it, with an ordinal
 * @param partitions the partitions that the nodes are in
 * @param cpus CPUs of a node
 * @param gpus GPUs of a node
 * @param features what jobs can ask for by {@code --constraint}
 * @param price of an hour of a node, in whatever currency; 0 where nobody asks
 */
public record NodeType(
        String nodeSet, List<String> partitions, long cpus, GpuCounts gpus, Set<String> features, double price) {

    public NodeType {
        partitions = List.copyOf(partitions);
        features = Set.copyOf(features);
    }

    /** Nodes of 96 CPUs in the partition {@code batch}. */
    public static NodeType plain(String nodeSet) {
        return new NodeType(nodeSet, List.of("batch"), 96, GpuCounts.NONE, Set.of(), 0);
    }

    /** The name of one of the nodes. */
    public String node(int ordinal) {
        return nodeSet + "-" + ordinal;
    }

    /**
     * The definition of one of the nodes.
     *
     * @param cloud whether Slurm's power saving switches it on and off
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

    /** Whether an empty node could take one node's share of the job. */
    public boolean suits(JobSpec job) {
        JobRequest request = job.submission(Map.of());
        return partitions.containsAll(request.partitions())
                && features.containsAll(request.features())
                && spec(0, false).canHold(request.smallestNeed());
    }
}
