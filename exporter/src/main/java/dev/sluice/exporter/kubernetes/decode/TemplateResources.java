package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.PodResources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sums the resources of a pod template: the limits of the container {@code slurmd}, or the limits of all containers if
 * no container has this name. For a resource without a limit, uses the request.
 */
final class TemplateResources {

    private TemplateResources() {}

    /**
     * Returns the resources. If the template has no containers, returns the resources that the NodeSet specifies
     * directly.
     */
    static PodResources of(ObjectFields nodeSet) {
        List<PodResources> slurmd = new ArrayList<>();
        List<PodResources> all = new ArrayList<>();
        for (ObjectFields container : nodeSet.elements(KubeField.CONTAINER)) {
            PodResources read = read(container, KubeField.CONTAINER_REQUEST, KubeField.CONTAINER_LIMIT);
            all.add(read);
            if (container.exact(KubeField.CONTAINER_NAME).equals("slurmd")) {
                slurmd = List.of(read);
            }
        }
        return (slurmd.isEmpty() ? all : slurmd)
                .stream()
                        .reduce(TemplateResources::sum)
                        .orElseGet(() -> read(
                                nodeSet, KubeField.SLURMD_REQUEST, KubeField.SLURMD_LIMIT, KubeField.SLURMD_RESOURCE));
    }

    /** Reads the amounts; the last field with an amount of a resource applies. */
    private static PodResources read(ObjectFields object, KubeField... fields) {
        Map<String, String> all = new HashMap<>();
        for (KubeField field : fields) {
            all.putAll(object.members(field));
        }
        SortedMap<String, Long> gpus = new TreeMap<>();
        all.forEach((resource, quantity) -> {
            if (GpuResources.isGpu(resource)) {
                gpus.put(resource, Quantity.whole(quantity));
            }
        });
        gpus.values().removeIf(count -> count == 0);
        return new PodResources(
                Quantity.milli(all.getOrDefault("cpu", "")), Quantity.whole(all.getOrDefault("memory", "")), gpus);
    }

    private static PodResources sum(PodResources a, PodResources b) {
        SortedMap<String, Long> gpus = new TreeMap<>(a.gpus());
        b.gpus().forEach((resource, count) -> gpus.merge(resource, count, Long::sum));
        return new PodResources(a.milliCpus() + b.milliCpus(), a.memoryBytes() + b.memoryBytes(), gpus);
    }
}
