package dev.sluice.exporter.model.kubernetes;

import dev.sluice.exporter.model.Observed;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that is known of one cluster's Kubernetes; each part has its own age and its own failure. A part is empty
 * until it has been read whole for the first time; what Kubernetes does not have (an operator that is not installed)
 * is read and has nothing in it. Lists are in order of namespace and name.
 *
 * @param cluster cluster name, from the configuration
 * @param systems NodeSets and pods by what runs them
 * @param nodes Kubernetes nodes
 * @param hpas limits of HorizontalPodAutoscalers
 * @param scaledObjects limits of KEDA's ScaledObjects
 * @param resources state of each thing that is watched
 */
public record KubernetesSnapshot(
        String cluster,
        Map<NodeSetSystem, SystemView> systems,
        Optional<Observed<List<KubeNode>>> nodes,
        Optional<Observed<List<ScaleLimit>>> hpas,
        Optional<Observed<List<ScaleLimit>>> scaledObjects,
        List<ResourceStatus> resources) {

    public KubernetesSnapshot {
        Map<NodeSetSystem, SystemView> copy = new EnumMap<>(NodeSetSystem.class);
        copy.putAll(systems);
        systems = Collections.unmodifiableMap(copy);
        resources = List.copyOf(resources);
    }

    /** What is known before anything has been read. */
    public static KubernetesSnapshot empty(String cluster) {
        return new KubernetesSnapshot(
                cluster, Map.of(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());
    }

    /** The same with these states. */
    public KubernetesSnapshot withResources(List<ResourceStatus> resources) {
        return new KubernetesSnapshot(cluster, systems, nodes, hpas, scaledObjects, resources);
    }

    /** What one system has; nothing where it is not read. */
    public SystemView system(NodeSetSystem system) {
        return systems.getOrDefault(system, SystemView.NOTHING);
    }

    /** All NodeSets that are known, of whatever age. */
    public Stream<NodeSet> nodeSets() {
        return systems.values().stream().flatMap(system -> listed(system.nodeSets().stream()));
    }

    /** All slurmd pods that are known, of whatever age. */
    public Stream<SlurmdPod> pods() {
        return systems.values().stream().flatMap(system -> listed(system.pods().stream()));
    }

    private static <T> Stream<T> listed(Stream<Observed<List<T>>> part) {
        return part.flatMap(observed -> observed.value().stream());
    }

    /**
     * What one system has.
     *
     * @param nodeSets its NodeSets
     * @param pods its slurmd pods
     */
    public record SystemView(Optional<Observed<List<NodeSet>>> nodeSets, Optional<Observed<List<SlurmdPod>>> pods) {

        static final SystemView NOTHING = new SystemView(Optional.empty(), Optional.empty());
    }
}
