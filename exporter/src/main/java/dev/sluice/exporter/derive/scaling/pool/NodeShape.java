package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeLayout;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.HashSet;
import java.util.Set;

/**
 * What one node of a pool offers to jobs: the template for sizing jobs.
 *
 * @param capacity resources that jobs can use; CPUs or memory of 0 are unknown, and limit no job
 * @param features features that jobs can request
 */
public record NodeShape(NodeResources capacity, Set<String> features, NodeLayout layout) {

    public NodeShape {
        features = Set.copyOf(features);
    }

    public static NodeShape of(Node node) {
        return new NodeShape(node.usable(), new HashSet<>(node.features()), node.layout());
    }
}
