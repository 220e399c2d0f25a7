package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeLayout;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.HashSet;
import java.util.Set;

/**
 * What one node of a pool offers to jobs: the template for sizing jobs.
 *
 * @param cpus CPUs that jobs can use; 0 if unknown, which limits no job
 * @param memoryBytes memory that jobs can use; 0 if unknown, which limits no job
 * @param gpus GPUs by type; empty if the node has no GPUs
 * @param features features that jobs can request
 * @param gres generic resources other than GPUs
 */
public record NodeShape(
        long cpus, long memoryBytes, GpuCounts gpus, Set<String> features, GresCounts gres, NodeLayout layout) {

    public NodeShape {
        features = Set.copyOf(features);
    }

    public static NodeShape of(Node node) {
        return new NodeShape(
                node.usable().cpus(),
                node.usable().memoryBytes(),
                node.usable().gpus(),
                new HashSet<>(node.features()),
                node.usable().gres(),
                node.layout());
    }

    public NodeResources capacity() {
        return new NodeResources(cpus, memoryBytes, gpus, gres);
    }

    /** Creates a shape with no further known properties, for example for a pod that has not registered. */
    public NodeShape(long cpus, long memoryBytes, GpuCounts gpus, Set<String> features) {
        this(cpus, memoryBytes, gpus, features, GresCounts.NONE, NodeLayout.UNKNOWN);
    }
}
