package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.derive.gpu.GpuAmounts.GpuOwner;
import dev.sluice.exporter.derive.gpu.MachineGpus.Claims;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.NodeFlag;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The GPUs that Slurm allocated on each machine. Each allocated GPU is assigned once: first to the pods of external
 * jobs, then to the slurmd pod of the Slurm node, or, if the Slurm node has no slurmd pod, to GPUs that no pod holds.
 */
final class SlurmGpus {

    private final Set<ObjectName> slurmdPods;
    private final Map<ObjectName, Allocated> byPod = new HashMap<>();
    private final Map<String, List<Allocated>> byMachine = new HashMap<>();

    /** The GPUs that Slurm allocated on one node. */
    private static final class Allocated {

        private final JoinedNode node;
        private long left;

        Allocated(JoinedNode node) {
            this.node = node;
            this.left = node.node().allocated().gpus().total();
        }

        boolean inPod() {
            return node.pod().isPresent();
        }

        boolean schedulable() {
            return node.node().state().schedulable();
        }

        long take(long wanted) {
            long taken = Math.min(wanted, left);
            left -= taken;
            return taken;
        }
    }

    SlurmGpus(KubernetesSnapshot kubernetes, Collection<JoinedNode> joined) {
        this.slurmdPods = kubernetes.pods().map(SlurmdPod::objectName).collect(Collectors.toSet());
        for (JoinedNode node : joined) {
            Allocated allocated = new Allocated(node);
            if (allocated.inPod()) {
                node.pod()
                        .filter(SlurmdPod::exists)
                        .filter(pod -> byPod.putIfAbsent(pod.objectName(), allocated) == null)
                        .ifPresent(pod -> add(pod.kubeNode(), allocated));
            } else if (isMachine(node)) {
                node.kubeNode().ifPresent(machine -> add(machine.name(), allocated));
            }
        }
        byMachine.values().forEach(nodes -> nodes.sort(Comparator.comparing(Allocated::inPod)));
    }

    private void add(String machine, Allocated allocated) {
        byMachine.computeIfAbsent(machine, unused -> new ArrayList<>(1)).add(allocated);
    }

    /** Returns false for a node that lost its pod: the pod's GPUs are no longer held. */
    private static boolean isMachine(JoinedNode node) {
        return node.nodeSet().isEmpty() && !node.node().origin().known();
    }

    /**
     * Returns whether the pod belongs to an external job of this cluster. On a machine that is no node of this cluster,
     * the pod belongs to another Slurm cluster.
     */
    boolean runsJob(GpuPod pod) {
        return pod.external() && byMachine.containsKey(pod.kubeNode());
    }

    void addJob(GpuPod pod, Claims claims) {
        pod.gpus().forEach((resource, gpus) -> claims.slurm(resource, GpuOwner.SLURM_JOB, gpus));
        long wanted = pod.gpus().values().stream().mapToLong(Long::longValue).reduce(0, Amounts::sum);
        for (Allocated node : on(pod.kubeNode())) {
            wanted -= node.take(wanted);
        }
    }

    /**
     * Adds any other pod. Slurm does not report the Kubernetes resources of a job, so a job gets the resources of a
     * slurmd pod in the order of their names.
     */
    void add(GpuPod pod, Claims claims) {
        ObjectName name = new ObjectName(pod.namespace(), pod.name());
        Allocated node = byPod.get(name);
        pod.gpus().forEach((resource, gpus) -> {
            if (!slurmdPods.contains(name)) {
                claims.pod(resource, pod.namespace(), gpus);
                return;
            }
            long jobs = node == null ? 0 : node.take(gpus);
            boolean usable = node != null && node.schedulable();
            claims.slurm(resource, GpuOwner.SLURM_JOB, jobs);
            claims.slurm(resource, usable ? GpuOwner.SLURM_IDLE : GpuOwner.SLURM_UNAVAILABLE, gpus - jobs);
        });
    }

    /**
     * Adds the GPUs that Slurm allocated on a node without a slurmd pod, and that no pod holds: an external job with
     * exclusive nodes gets all GPUs of its nodes, although its pods request fewer GPUs. Call this method after all pods
     * have been added.
     */
    void addUnheld(KubeNode machine, Claims claims) {
        for (Allocated node : on(machine.name())) {
            if (node.inPod()) {
                continue;
            }
            machine.gpuResources()
                    .forEach((resource, gpus) -> claims.slurm(
                            resource,
                            GpuOwner.SLURM_JOB,
                            node.take(Math.max(0, gpus.allocatable() - claims.total(resource)))));
            if (node.node.node().flags().contains(NodeFlag.EXTERNAL) && !node.schedulable()) {
                claims.close();
            }
        }
    }

    private List<Allocated> on(String machine) {
        return byMachine.getOrDefault(machine, List.of());
    }
}
