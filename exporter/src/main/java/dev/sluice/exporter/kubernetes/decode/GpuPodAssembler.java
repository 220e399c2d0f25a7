package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Builds {@link GpuPod}s. Skips pods without GPUs, pods without a Kubernetes node and ended pods. */
public final class GpuPodAssembler implements ObjectAssembler<GpuPod> {

    private static final Set<KubeField> FIELDS = Set.of(
            KubeField.LABEL,
            KubeField.POD_NODE,
            KubeField.POD_PHASE,
            KubeField.POD_CONTAINER,
            KubeField.POD_REQUEST,
            KubeField.POD_INIT_CONTAINER,
            KubeField.POD_INIT_RESTART,
            KubeField.POD_INIT_REQUEST);

    /** slurm-bridge's label of the pods of an external job; all pods of a job have the same value. */
    private static final String JOB_LABEL = "scheduler.slinky.slurm.net/slurm-jobid";

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    @Override
    public Set<KubeField> fields() {
        return FIELDS;
    }

    @Override
    public Optional<GpuPod> record(ObjectName name, ObjectFields pod) {
        SortedMap<String, Long> gpus = reserved(pod);
        String kubeNode = pod.text(KubeField.POD_NODE);
        return gpus.isEmpty() || kubeNode.isEmpty() || ENDED.contains(pod.exact(KubeField.POD_PHASE))
                ? Optional.empty()
                : Optional.of(new GpuPod(
                        name.namespace(),
                        name.name(),
                        kubeNode,
                        gpus,
                        !pod.member(KubeField.LABEL, JOB_LABEL).isEmpty()));
    }

    /**
     * Returns the GPUs that the scheduler reserves for a pod, by resource name. Init containers run one after another
     * before the containers, so the pod needs the larger of both. An init container with {@code restartPolicy: Always}
     * (a sidecar) keeps running, also during the init containers after it. See
     * https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers.
     */
    private static SortedMap<String, Long> reserved(ObjectFields pod) {
        SortedMap<String, Long> reserved = new TreeMap<>();
        for (ObjectFields container : pod.elements(KubeField.POD_CONTAINER)) {
            gpus(container, KubeField.POD_REQUEST)
                    .forEach((resource, gpus) -> reserved.merge(resource, gpus, Long::sum));
        }
        Map<String, Long> sidecars = new HashMap<>();
        Map<String, Long> starting = new HashMap<>();
        for (ObjectFields container : pod.elements(KubeField.POD_INIT_CONTAINER)) {
            boolean sidecar = container.exact(KubeField.POD_INIT_RESTART).equals("Always");
            gpus(container, KubeField.POD_INIT_REQUEST).forEach((resource, gpus) -> {
                long together = gpus + sidecars.getOrDefault(resource, 0L);
                (sidecar ? sidecars : starting).merge(resource, together, Math::max);
            });
        }
        sidecars.forEach((resource, gpus) -> reserved.merge(resource, gpus, Long::sum));
        starting.forEach((resource, gpus) -> reserved.merge(resource, gpus, Math::max));
        return reserved;
    }

    private static Map<String, Long> gpus(ObjectFields container, KubeField requests) {
        Map<String, Long> gpus = new HashMap<>();
        container
                .members(requests)
                .forEach((resource, quantity) -> gpus.put(resource, GpuResources.amount(resource, quantity)));
        gpus.values().removeIf(count -> count == 0);
        return gpus;
    }
}
