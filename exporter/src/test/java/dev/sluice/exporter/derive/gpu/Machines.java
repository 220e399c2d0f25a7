package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A cluster that a test builds from machines, slurmd pods with their Slurm nodes, and other pods. */
public final class Machines {

    public static final String GPU = "nvidia.com/gpu";

    public final Clusters cluster = new Clusters();

    public List<MachineGpus> split() {
        return MachineGpus.of(
                cluster.kubernetes(),
                ClusterJoin.of(cluster.slurm(), cluster.kubernetes(), Map.of())
                        .nodes()
                        .values());
    }

    /** Adds a ready machine. */
    public Machines machine(String name, String pool, long capacity, long allocatable) {
        return machine(new KubeNode(
                name,
                false,
                "",
                true,
                pool,
                name,
                new TreeMap<>(Map.of(GPU, new KubeNode.Gpus(capacity, allocatable)))));
    }

    public Machines machine(KubeNode machine) {
        cluster.machines.add(machine);
        return this;
    }

    /** Adds a pod of another namespace. */
    public Machines pod(String namespace, String name, String machine, long gpus) {
        cluster.gpuPods.add(new GpuPod(namespace, name, machine, new TreeMap<>(Map.of(GPU, gpus)), false));
        return this;
    }

    /** Adds a pod with slurm-bridge's label of an external job. */
    public Machines jobPod(String namespace, String name, String machine, long gpus) {
        cluster.gpuPods.add(new GpuPod(namespace, name, machine, new TreeMap<>(Map.of(GPU, gpus)), true));
        return this;
    }

    /** Adds a Slurm node without a slurmd pod. */
    public Machines externalNode(String name, long allocatedGpus, NodeBaseState base, NodeFlag... flags) {
        Set<NodeFlag> all = new TreeSet<>(Set.of(flags));
        all.addAll(Set.of(NodeFlag.EXTERNAL, NodeFlag.DYNAMIC_NORM));
        cluster.nodes.add(NodeBuilder.node(name)
                .state(base, all)
                .usable(96, 1L << 30, GpuCounts.of("h100", 8))
                .allocated(0, 0, GpuCounts.of("h100", allocatedGpus))
                .build());
        return this;
    }

    /** Adds a slurmd pod without a Slurm node; 0 for a pod without a request. */
    public Machines slurmd(int ordinal, String machine, long gpus) {
        cluster.pods.add(Clusters.pod(ordinal, new Clusters.PodOf(false, true, false, false, machine, "")));
        return gpus == 0 ? this : pod("slurm", Clusters.SET + "-" + ordinal, machine, gpus);
    }

    /** Adds the Slurm node of a slurmd pod. */
    public Machines node(int ordinal, long allocatedGpus, NodeBaseState base, NodeFlag... flags) {
        cluster.nodes.add(NodeBuilder.node("gpu-" + ordinal)
                .state(base, Set.of(flags))
                .usable(96, 1L << 30, GpuCounts.of("h100", 8))
                .allocated(0, 0, GpuCounts.of("h100", allocatedGpus))
                .build());
        return this;
    }
}
