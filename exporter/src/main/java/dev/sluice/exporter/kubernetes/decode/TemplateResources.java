package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.PodResources;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sums the resources of a pod template: the limits of the container {@code slurmd}, or the limits of all containers if
 * no container has this name. For a resource without a limit, uses the request.
 */
final class TemplateResources {

    private final Map<String, String> limits = new HashMap<>();
    private final Map<String, String> requests = new HashMap<>();
    private String name = "";
    private boolean slurmdSeen;
    private PodResources total = PodResources.UNKNOWN;

    void begin() {
        limits.clear();
        requests.clear();
        name = "";
        slurmdSeen = false;
        total = PodResources.UNKNOWN;
    }

    void name(String container) {
        name = container;
    }

    void limit(String resource, String quantity) {
        limits.put(resource, quantity);
    }

    void request(String resource, String quantity) {
        requests.put(resource, quantity);
    }

    void endContainer() {
        PodResources container = container();
        if (name.equals("slurmd")) {
            slurmdSeen = true;
            total = container;
        } else if (!slurmdSeen) {
            total = sum(total, container);
        }
        limits.clear();
        requests.clear();
        name = "";
    }

    /**
     * Returns the resources. If the template has no containers, returns the resources that the NodeSet specifies
     * directly.
     */
    PodResources end() {
        return limits.isEmpty() && requests.isEmpty() ? total : container();
    }

    private PodResources container() {
        Map<String, String> all = new HashMap<>(requests);
        all.putAll(limits);
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
