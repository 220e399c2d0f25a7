package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeLayout;
import java.util.HashSet;
import java.util.Set;

/**
 * What one node of a pool offers to jobs: the template by which jobs are measured.
 *
 * @param cpus CPUs that jobs can use; 0 where unknown, which limits no job
 * @param memoryBytes memory that jobs can use; 0 where unknown, which limits no job
 * @param gpus GPUs by type; none means that it has none
 * @param features features that jobs can ask for
 * @param gres generic resources that are no GPUs
 * @param layout how its CPUs are laid out
 */
public record NodeShape(
        long cpus, long memoryBytes, GpuCounts gpus, Set<String> features, GresCounts gres, NodeLayout layout) {

    public NodeShape {
        features = Set.copyOf(features);
    }

    /** What a node that has registered offers. */
    public static NodeShape of(Node node) {
        return new NodeShape(
                node.usable().cpus(),
                node.usable().memoryBytes(),
                node.usable().gpus(),
                new HashSet<>(node.features()),
                node.usable().gres(),
                node.layout());
    }

    /** What an empty node has for jobs. */
    public FreeCapacity capacity() {
        return new FreeCapacity(cpus, memoryBytes, gpus, gres);
    }

    /** Of which no more is known, as of a pod that has not registered. */
    public NodeShape(long cpus, long memoryBytes, GpuCounts gpus, Set<String> features) {
        this(cpus, memoryBytes, gpus, features, GresCounts.NONE, NodeLayout.UNKNOWN);
    }
}
