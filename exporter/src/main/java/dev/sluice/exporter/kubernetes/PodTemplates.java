package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.NodeSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the resources of slurmd from the template of a pod. */
final class PodTemplates {

    private PodTemplates() {}

    static NodeSet.PodResources of(Map<String, String> quantities) {
        return new NodeSet.PodResources(
                Quantities.milli(quantities.getOrDefault("cpu", "")),
                Quantities.whole(quantities.getOrDefault("memory", "")),
                Quantities.gpus(quantities));
    }

    /** Returns the limits of a container. For a resource without a limit, returns the request. */
    static NodeSet.PodResources ofContainer(KubeObject object, String... path) {
        Map<String, String> all = new HashMap<>(object.quantities(with(path, "requests")));
        all.putAll(object.quantities(with(path, "limits")));
        return of(all);
    }

    private static String[] with(String[] path, String kind) {
        return Stream.concat(Stream.of(path), Stream.of("resources", kind)).toArray(String[]::new);
    }

    /** Returns the resources of the container {@code slurmd}, or of all containers if no container has this name. */
    static NodeSet.PodResources ofPod(List<KubeObject> containers) {
        return containers.stream()
                .filter(container -> container.exact("name").equals("slurmd"))
                .reduce((before, next) -> next)
                .map(PodTemplates::ofContainer)
                .orElseGet(() -> containers.stream()
                        .map(PodTemplates::ofContainer)
                        .reduce(NodeSet.PodResources.UNKNOWN, PodTemplates::sum));
    }

    private static NodeSet.PodResources sum(NodeSet.PodResources a, NodeSet.PodResources b) {
        SortedMap<String, Long> gpus = new TreeMap<>(a.gpus());
        b.gpus().forEach((resource, count) -> gpus.merge(resource, count, Long::sum));
        return new NodeSet.PodResources(a.milliCpus() + b.milliCpus(), a.memoryBytes() + b.memoryBytes(), gpus);
    }
}
