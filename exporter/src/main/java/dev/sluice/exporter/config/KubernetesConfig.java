package dev.sluice.exporter.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What of Kubernetes is read, and how NodeSets are sized.
 *
 * @param enabled whether Kubernetes is read at all
 * @param namespace the namespace of the cluster's pods; empty for all
 * @param controller Slinky's Controller whose NodeSets and pods are read; empty for any
 * @param kubeconfig how to get to the API server; empty for the service account of our own pod
 * @param context the context in that file; empty for its current one
 * @param nodes whether Kubernetes nodes are read, which needs a ClusterRole
 * @param maxObjects most objects of one kind that are kept
 * @param scaling what operators decide of autoscaling
 * @param nodeSets what operators say of NodeSets, and StatefulSets to be read
 */
public record KubernetesConfig(
        boolean enabled,
        Optional<String> namespace,
        Optional<String> controller,
        Optional<Path> kubeconfig,
        Optional<String> context,
        boolean nodes,
        int maxObjects,
        ScalingConfig scaling,
        List<NodeSetConfig> nodeSets) {

    /** What holds unless the file says otherwise. */
    public static final KubernetesConfig DEFAULTS = new KubernetesConfig(
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            true,
            50_000,
            ScalingConfig.DEFAULTS,
            List.of());

    public KubernetesConfig {
        nodeSets = List.copyOf(nodeSets);
    }
}
