package dev.sluice.exporter.simulate.slurm;

import dev.sluice.common.scheduling.NodeSpec;
import dev.sluice.exporter.model.GpuCounts;
import java.util.List;
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
 */
public record NodeType(String nodeSet, List<String> partitions, long cpus, GpuCounts gpus, Set<String> features) {

    public NodeType {
        partitions = List.copyOf(partitions);
        features = Set.copyOf(features);
    }

    /** Nodes of 96 CPUs in the partition {@code batch}. */
    public static NodeType plain(String nodeSet) {
        return new NodeType(nodeSet, List.of("batch"), 96, GpuCounts.NONE, Set.of());
    }

    /** The definition of one of the nodes. */
    NodeSpec spec(String name) {
        List<String> types = gpus.byType().entrySet().stream()
                .flatMap(gpu -> Stream.generate(gpu::getKey).limit(gpu.getValue()))
                .toList();
        return new NodeSpec(name, (int) cpus, 0, types, 0, List.copyOf(features), 0, false);
    }

    /** Whether an empty node could take one node's share of the job. */
    public boolean suits(JobSpec job) {
        return partitions.contains(job.partition())
                && (job.request().feature().isEmpty()
                        || features.contains(job.request().feature()))
                && job.request().cpus() <= cpus
                && job.request().gpus().total() <= gpus.total()
                && job.request().gpus().byType().entrySet().stream()
                        .allMatch(asked -> asked.getKey().equals(GpuCounts.UNTYPED)
                                || asked.getValue() <= gpus.byType().getOrDefault(asked.getKey(), 0L));
    }
}
