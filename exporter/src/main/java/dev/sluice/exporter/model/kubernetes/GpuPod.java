package dev.sluice.exporter.model.kubernetes;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A pod of any namespace that holds GPUs of a Kubernetes node. This record must stay small, because a cluster can have
 * many pods.
 *
 * @param gpus requested GPUs by resource name, such as {@code nvidia.com/gpu}; at least one above 0
 * @param external whether slurm-bridge labeled the pod with the id of an external Slurm job
 */
public record GpuPod(String namespace, String name, String kubeNode, SortedMap<String, Long> gpus, boolean external) {

    public GpuPod {
        gpus = Collections.unmodifiableSortedMap(new TreeMap<>(gpus));
    }
}
