package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads {@link GpuPod}s. Skips pods without GPUs, pods without a Kubernetes node and ended pods. */
final class GpuPods implements KubeObject.Reader<GpuPod> {

    /** slurm-bridge's label of the pods of an external job; all pods of a job have the same value. */
    private static final String JOB_LABEL = "scheduler.slinky.slurm.net/slurm-jobid";

    @Override
    public Optional<GpuPod> read(ObjectName name, KubeObject pod) {
        SortedMap<String, Long> gpus = reserved(pod);
        String kubeNode = pod.text("spec", "nodeName");
        return gpus.isEmpty() || kubeNode.isEmpty() || pod.hasEnded()
                ? Optional.empty()
                : Optional.of(new GpuPod(
                        name.namespace(),
                        name.name(),
                        kubeNode,
                        gpus,
                        !pod.label(JOB_LABEL).isEmpty()));
    }

    /**
     * Returns the GPUs that the scheduler reserves for a pod, by resource name. Init containers run one after another
     * before the containers, so the pod needs the larger of both. An init container with {@code restartPolicy: Always}
     * (a sidecar) keeps running, also during the init containers after it. See
     * https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers.
     */
    private static SortedMap<String, Long> reserved(KubeObject pod) {
        SortedMap<String, Long> reserved = new TreeMap<>();
        for (KubeObject container : pod.elements("spec", "containers")) {
            gpus(container).forEach((resource, gpus) -> reserved.merge(resource, gpus, Long::sum));
        }
        Map<String, Long> sidecars = new HashMap<>();
        Map<String, Long> starting = new HashMap<>();
        for (KubeObject container : pod.elements("spec", "initContainers")) {
            boolean sidecar = container.exact("restartPolicy").equals("Always");
            gpus(container).forEach((resource, gpus) -> {
                long together = gpus + sidecars.getOrDefault(resource, 0L);
                (sidecar ? sidecars : starting).merge(resource, together, Math::max);
            });
        }
        sidecars.forEach((resource, gpus) -> reserved.merge(resource, gpus, Long::sum));
        starting.forEach((resource, gpus) -> reserved.merge(resource, gpus, Math::max));
        return reserved;
    }

    private static Map<String, Long> gpus(KubeObject container) {
        return Quantities.gpus(container.quantities("resources", "requests"));
    }
}
