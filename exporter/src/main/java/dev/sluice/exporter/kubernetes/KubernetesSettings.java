package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What to read of one cluster's Kubernetes.
 *
 * @param cluster cluster name, for status and log
 * @param namespace the only namespace to read; empty for all, which needs a ClusterRole
 * @param controller the slinky Controller whose NodeSets and pods are read, where a namespace has several; empty for
 *     any
 * @param statefulSets StatefulSets whose pods run slurmd
 * @param nodes whether Kubernetes nodes are read, which needs a ClusterRole in any case
 * @param maxAge how old data may get before it is withdrawn
 * @param maxObjects most objects of one kind that are kept; more are a failure
 */
public record KubernetesSettings(
        String cluster,
        Optional<String> namespace,
        Optional<String> controller,
        Set<ObjectName> statefulSets,
        boolean nodes,
        Duration maxAge,
        int maxObjects) {

    public KubernetesSettings {
        statefulSets = Set.copyOf(statefulSets);
    }
}
