package dev.sluice.exporter.kubernetes.decode;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Computes the GPUs that the scheduler reserves for a pod. Init containers run one after another before the containers,
 * so the pod needs the larger of both. An init container with {@code restartPolicy: Always} (a sidecar) keeps running.
 * See https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers.
 */
final class GpuRequests {

    private final Map<String, Long> container = new HashMap<>();
    private final Map<String, Long> running = new HashMap<>();
    private final Map<String, Long> sidecars = new HashMap<>();
    private final SortedMap<String, Long> starting = new TreeMap<>();
    private boolean sidecar;

    void begin() {
        running.clear();
        sidecars.clear();
        starting.clear();
        endElement();
    }

    private void endElement() {
        container.clear();
        sidecar = false;
    }

    void request(String resource, String quantity) {
        long gpus = GpuResources.amount(resource, quantity);
        if (gpus > 0) {
            container.put(resource, gpus);
        }
    }

    void restartPolicy(String policy) {
        sidecar = policy.equals("Always");
    }

    void endContainer() {
        container.forEach((resource, gpus) -> running.merge(resource, gpus, Long::sum));
        endElement();
    }

    /** Ends an init container. An init container runs together with the sidecars before it. */
    void endInitContainer() {
        if (sidecar) {
            container.forEach((resource, gpus) -> sidecars.merge(resource, gpus, Long::sum));
        } else {
            container.forEach((resource, gpus) ->
                    starting.merge(resource, gpus + sidecars.getOrDefault(resource, 0L), Math::max));
        }
        endElement();
    }

    /** Returns the reserved GPUs by resource name. */
    SortedMap<String, Long> end() {
        SortedMap<String, Long> reserved = new TreeMap<>(running);
        sidecars.forEach((resource, gpus) -> reserved.merge(resource, gpus, Long::sum));
        starting.forEach((resource, gpus) -> reserved.merge(resource, gpus, Math::max));
        return reserved;
    }
}
