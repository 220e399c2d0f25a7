package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.KubeNode.Gpus;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads Kubernetes nodes and the pods that hold their GPUs. */
final class Machines {

    /**
     * Labels that name the pool of a node, the best first. Bare-metal clusters often have none of the providers'
     * labels, so the last label is the instance type.
     */
    private static final List<String> POOL_LABELS = List.of(
            "cloud.google.com/gke-nodepool",
            "eks.amazonaws.com/nodegroup",
            "kubernetes.azure.com/agentpool",
            "karpenter.sh/nodepool",
            "compute.coreweave.com/node-pool",
            "nebius.com/node-group-id",
            "node.kubernetes.io/instance-type");

    /** slurm-bridge's label for a machine whose Slurm node has another name. */
    private static final String SLURM_NODE_LABEL = "slinky.slurm.net/slurm-nodename";

    /** slurm-bridge's label of the pods of an external job; all pods of a job have the same value. */
    private static final String JOB_LABEL = "scheduler.slinky.slurm.net/slurm-jobid";

    private Machines() {}

    static Optional<KubeNode> readNode(ObjectName name, KubeObject node) {
        SortedMap<String, Gpus> gpus = new TreeMap<>();
        Quantities.gpus(node.quantities("status", "capacity"))
                .forEach((resource, count) -> gpus.put(resource, new Gpus(count, 0)));
        Quantities.gpus(node.quantities("status", "allocatable"))
                .forEach((resource, count) -> gpus.merge(
                        resource, new Gpus(0, count), (all, usable) -> new Gpus(all.capacity(), usable.allocatable())));
        return Optional.of(new KubeNode(
                name.name(),
                node.flag("spec", "unschedulable"),
                node.annotation("nodeset.slinky.slurm.net/node-cordon-reason"),
                node.condition("Ready").holds(),
                KubeObject.firstOf(POOL_LABELS.stream().map(node::label).toArray(String[]::new)),
                KubeObject.firstOf(node.label(SLURM_NODE_LABEL), name.name()),
                gpus));
    }

    /** Skips pods without GPUs, pods without a Kubernetes node and ended pods. */
    static Optional<GpuPod> readPod(ObjectName name, KubeObject pod) {
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
