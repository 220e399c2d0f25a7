package dev.sluice.exporter.model.kubernetes;

import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The Kubernetes objects of one cluster. Each kind of object has a separate age and a separate failure. A kind is empty
 * until its first complete read. If a kind is not installed in Kubernetes, the snapshot contains the kind with no
 * objects. Lists are ordered by namespace and name.
 *
 * @param systems NodeSets and pods by system, in the order in which they are listed
 * @param gpuPods pods of all namespaces that hold GPUs; empty unless the exporter reads these pods
 * @param scaledObjects limits of KEDA's ScaledObjects
 * @param resources status of each watched kind; source names are {@code kube-nodesets-slinky}, {@code kube-pods-slinky}
 *     (and so on for each system), {@code kube-nodes}, {@code kube-gpu-pods}, {@code kube-hpas},
 *     {@code kube-scaledobjects}
 * @param denied names of the sources that the exporter's account has no permission to read (HTTP 403)
 */
public record KubernetesSnapshot(
        String cluster,
        Map<NodeSetSystem, SystemView> systems,
        Optional<Observed<List<KubeNode>>> nodes,
        Optional<Observed<List<GpuPod>>> gpuPods,
        Optional<Observed<List<Autoscaler>>> hpas,
        Optional<Observed<List<ScaleLimit>>> scaledObjects,
        List<SourceStatus> resources,
        Set<String> denied) {

    public KubernetesSnapshot {
        systems = Collections.unmodifiableMap(new LinkedHashMap<>(systems));
        resources = List.copyOf(resources);
        denied = Set.copyOf(denied);
    }

    public static KubernetesSnapshot empty(String cluster) {
        return new KubernetesSnapshot(
                cluster,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Set.of());
    }

    public KubernetesSnapshot withResources(List<SourceStatus> resources, Set<String> denied) {
        return new KubernetesSnapshot(cluster, systems, nodes, gpuPods, hpas, scaledObjects, resources, denied);
    }

    /** Returns all known NodeSets of any age. */
    public Stream<NodeSet> nodeSets() {
        return systems.values().stream().flatMap(system -> listed(system.nodeSets().stream()));
    }

    /** Returns all known slurmd pods of any age. */
    public Stream<SlurmdPod> pods() {
        return systems.values().stream().flatMap(system -> listed(system.pods().stream()));
    }

    private static <T> Stream<T> listed(Stream<Observed<List<T>>> part) {
        return part.flatMap(observed -> observed.value().stream());
    }

    public record SystemView(Optional<Observed<List<NodeSet>>> nodeSets, Optional<Observed<List<SlurmdPod>>> pods) {}
}
