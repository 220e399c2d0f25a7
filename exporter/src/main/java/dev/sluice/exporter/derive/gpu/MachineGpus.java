package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.derive.gpu.GpuAmounts.GpuOwner;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The GPUs of one resource of a machine. The amounts of all owners except {@link GpuOwner#BROKEN} add up to the
 * machine's allocatable GPUs, and the amounts of all owners add up to its capacity.
 *
 * @param kubeNode name of the Kubernetes node
 * @param pool node pool of the machine; {@code none} if unknown
 * @param resource resource name, such as {@code nvidia.com/gpu}
 * @param amounts GPUs by owner
 */
public record MachineGpus(String kubeNode, String pool, String resource, GpuAmounts amounts) {

    /** Most GPUs first, then by name. */
    public static final Comparator<MachineGpus> BY_GPUS_AND_NAME = Comparator.<MachineGpus>comparingLong(
                    gpus -> gpus.amounts().total())
            .reversed()
            .thenComparing(MachineGpus::kubeNode)
            .thenComparing(MachineGpus::resource);

    /** The pool of machines without a pool label. */
    static final String NO_POOL = "none";

    /**
     * Returns the GPUs of each Kubernetes node and resource, in this order. Ignores pods on unknown Kubernetes nodes.
     *
     * @param kubernetes snapshot with Kubernetes nodes, slurmd pods and other pods
     * @param joined Slurm's nodes, joined with the same snapshot
     */
    public static List<MachineGpus> of(KubernetesSnapshot kubernetes, Collection<JoinedNode> joined) {
        List<GpuPod> pods = kubernetes.gpuPods().map(Observed::value).orElse(List.of());
        SlurmGpus slurm = new SlurmGpus(kubernetes, joined);
        Map<String, Claims> claims = new HashMap<>();
        pods.stream().filter(slurm::runsJob).forEach(pod -> slurm.addJob(pod, claims(claims, pod)));
        pods.stream().filter(pod -> !slurm.runsJob(pod)).forEach(pod -> slurm.add(pod, claims(claims, pod)));
        List<MachineGpus> machines = new ArrayList<>();
        List<KubeNode> kubeNodes =
                new ArrayList<>(kubernetes.nodes().map(Observed::value).orElse(List.of()));
        kubeNodes.sort(Comparator.comparing(KubeNode::name));
        for (KubeNode machine : kubeNodes) {
            String pool = machine.pool().isEmpty() ? NO_POOL : machine.pool();
            Claims of = claims.getOrDefault(machine.name(), new Claims());
            SortedSet<String> resources = new TreeSet<>(machine.gpuResources().keySet());
            resources.addAll(of.resources());
            slurm.addUnheld(machine, of);
            resources.forEach(resource -> machines.add(of.on(machine, pool, resource)));
        }
        return machines;
    }

    private static Claims claims(Map<String, Claims> byMachine, GpuPod pod) {
        return byMachine.computeIfAbsent(pod.kubeNode(), unused -> new Claims());
    }
}
