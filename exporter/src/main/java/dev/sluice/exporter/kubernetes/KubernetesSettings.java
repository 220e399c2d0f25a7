package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The Kubernetes objects to read for one cluster.
 *
 * @param namespace the only namespace to read; empty for all namespaces, which needs a ClusterRole
 * @param controller name of a Slinky Controller, to read only its NodeSets and pods if a namespace has several
 *     Controllers; empty for all Controllers
 * @param statefulSets StatefulSets whose pods run slurmd
 * @param nodes true to read Kubernetes nodes, which always needs a ClusterRole
 * @param gpuPods true to read the pods of all namespaces that hold GPUs, which always needs a ClusterRole
 * @param maxAge maximum age of the data; older data is withdrawn
 * @param maxObjects maximum number of objects of one kind; more objects are a failure
 */
public record KubernetesSettings(
        String cluster,
        Optional<String> namespace,
        Optional<String> controller,
        Set<ObjectName> statefulSets,
        boolean nodes,
        boolean gpuPods,
        Duration maxAge,
        int maxObjects) {

    public KubernetesSettings {
        statefulSets = Set.copyOf(statefulSets);
    }
}
