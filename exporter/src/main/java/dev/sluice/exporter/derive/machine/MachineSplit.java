package dev.sluice.exporter.derive.machine;

import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The GPUs of all machines by owner.
 *
 * @param machines GPUs of each machine and resource, ordered by machine and resource
 * @param unrequested GPUs that Slurm allocated on a node although its pods did not request these GPUs, by pool; pools
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
        SlurmGpus slurm = new SlurmGpus(kubernetes, joined);
        Map<String, Claims> claims = new HashMap<>();
        pods.stream().filter(slurm::runsJob).forEach(pod -> slurm.addJob(pod, claims(claims, pod)));
        pods.stream().filter(pod -> !slurm.runsJob(pod)).forEach(pod -> slurm.add(pod, claims(claims, pod)));
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
            slurm.addUnheld(machine, of);
            resources.forEach(resource -> machines.add(of.on(machine, pool, resource)));
            long more = slurm.unassigned(machine.name());
            if (more > 0) {
                unrequested.merge(pool, more, Amounts::sum);
            }
        }
        return new MachineSplit(machines, unrequested);
    }

    private static Claims claims(Map<String, Claims> byMachine, GpuPod pod) {
        return byMachine.computeIfAbsent(pod.kubeNode(), unused -> new Claims());
    }
}
