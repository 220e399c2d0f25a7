package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The Kubernetes objects to read for one cluster.
 *
 * @param cluster cluster name for status and log
 * @param namespace the only namespace to read; empty for all, which needs a ClusterRole
 * @param controller name of the Slinky Controller whose NodeSets and pods to read, for namespaces with several;
 *     empty for any
 * @param statefulSets StatefulSets whose pods run slurmd
 * @param nodes reads Kubernetes nodes, which always needs a ClusterRole
 * @param maxAge maximum age of the data before it is withdrawn
 * @param maxObjects maximum number of objects of one kind; more are a failure
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
