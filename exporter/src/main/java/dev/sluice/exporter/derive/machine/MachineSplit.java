package dev.sluice.exporter.derive.machine;

import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.PodPhase;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The GPUs of all machines by owner.
 *
 * @param machines GPUs of each machine and resource, ordered by machine and resource
 * @param unrequested GPUs that Slurm allocated on a node although its pod did not request these GPUs, by pool; pools
 *     without such GPUs are missing
 */
public record MachineSplit(List<MachineGpus> machines, SortedMap<String, Long> unrequested) {

    /** The pool of machines without a pool label. */
    static final String NO_POOL = "none";

    public MachineSplit {
        machines = List.copyOf(machines);
        unrequested = Collections.unmodifiableSortedMap(new TreeMap<>(unrequested));
    }

    /**
     * Splits the GPUs of the Kubernetes nodes. Ignores pods on unknown Kubernetes nodes.
     *
     * @param kubernetes snapshot with Kubernetes nodes, slurmd pods and other pods
     * @param joined Slurm's nodes, joined with the same snapshot
     */
    public static MachineSplit of(KubernetesSnapshot kubernetes, Collection<JoinedNode> joined) {
        List<GpuPod> pods = kubernetes.gpuPods().map(Observed::value).orElse(List.of());
        Map<String, Claims> claims = new HashMap<>();
        SlurmPods slurm = new SlurmPods(kubernetes, joined);
        for (GpuPod pod : pods) {
            slurm.claim(pod, claims.computeIfAbsent(pod.kubeNode(), unused -> new Claims()));
        }
        Map<String, Long> unrequestedByMachine = slurm.unrequested();
        List<MachineGpus> machines = new ArrayList<>();
        SortedMap<String, Long> unrequested = new TreeMap<>();
        List<KubeNode> kubeNodes =
                new ArrayList<>(kubernetes.nodes().map(Observed::value).orElse(List.of()));
        kubeNodes.sort(Comparator.comparing(KubeNode::name));
        for (KubeNode machine : kubeNodes) {
            String pool = machine.pool().isEmpty() ? NO_POOL : machine.pool();
            Claims of = claims.getOrDefault(machine.name(), new Claims());
            SortedSet<String> resources = new TreeSet<>(machine.gpuResources().keySet());
            resources.addAll(of.resources());
            resources.forEach(resource -> machines.add(of.on(machine, pool, resource)));
            long more = unrequestedByMachine.getOrDefault(machine.name(), 0L);
            if (more > 0) {
                unrequested.merge(pool, more, Long::sum);
            }
        }
        return new MachineSplit(machines, unrequested);
    }

    /** The slurmd pods of this cluster, with Slurm's nodes on these pods. */
    private static final class SlurmPods {

        private final Set<ObjectName> names;
        private final Map<ObjectName, JoinedNode> nodes = new TreeMap<>();
        private final Map<ObjectName, Long> claimed = new HashMap<>();

        SlurmPods(KubernetesSnapshot kubernetes, Collection<JoinedNode> joined) {
            this.names = kubernetes.pods().map(SlurmPods::nameOf).collect(Collectors.toSet());
            for (JoinedNode node : joined) {
                node.pod().filter(SlurmPods::exists).ifPresent(pod -> nodes.putIfAbsent(nameOf(pod), node));
            }
        }

        private static ObjectName nameOf(SlurmdPod pod) {
            return new ObjectName(pod.namespace(), pod.name());
        }

        private static boolean exists(SlurmdPod pod) {
            return pod.phase() != PodPhase.SUCCEEDED && pod.phase() != PodPhase.FAILED;
        }

        /**
         * Splits a pod's GPUs. Slurm does not report the Kubernetes resources of a job, so a job gets the pod's
         * resources in the order of their names.
         */
        void claim(GpuPod pod, Claims claims) {
            ObjectName name = new ObjectName(pod.namespace(), pod.name());
            JoinedNode node = nodes.get(name);
            long allocated = node == null ? 0 : allocated(node);
            for (Map.Entry<String, Long> requested : pod.gpus().entrySet()) {
                if (!names.contains(name)) {
                    claims.pod(requested.getKey(), pod.namespace(), requested.getValue());
                } else {
                    long jobs = Math.min(requested.getValue(), allocated);
                    allocated -= jobs;
                    claimed.merge(name, jobs, Long::sum);
                    boolean usable = node != null && node.node().state().schedulable();
                    claims.slurm(requested.getKey(), GpuOwner.SLURM_JOB, jobs);
                    claims.slurm(
                            requested.getKey(),
                            usable ? GpuOwner.SLURM_IDLE : GpuOwner.SLURM_UNAVAILABLE,
                            requested.getValue() - jobs);
                }
            }
        }

        private static long allocated(JoinedNode node) {
            return node.node().allocated().gpus().total();
        }

        /** Returns the GPUs that Slurm allocated in addition to the pods' requests, by machine. */
        Map<String, Long> unrequested() {
            Map<String, Long> found = new HashMap<>();
            nodes.forEach((name, node) -> {
                long more = allocated(node) - claimed.getOrDefault(name, 0L);
                if (more > 0) {
                    node.pod().ifPresent(pod -> found.merge(pod.kubeNode(), more, Long::sum));
                }
            });
            return found;
        }
    }
}
