package dev.sluice.exporter.model.kubernetes;

import dev.sluice.exporter.model.Amounts;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A Kubernetes node: a machine, not a Slurm node.
 *
 * @param unschedulable whether the node is cordoned
 * @param cordonReason reason from Slinky's annotation {@code node-cordon-reason}; empty without a reason
 * @param ready whether the node has the condition Ready
 * @param pool node pool or instance type; empty without a label for either
 * @param slurmNode name of the Slurm node on this machine, if Slurm has such a node: slurm-bridge's label
 *     {@code slurm-nodename}, or the name of the Kubernetes node
 * @param gpuResources GPUs and MIG instances by resource name, such as {@code nvidia.com/gpu}
 */
public record KubeNode(
        String name,
        boolean unschedulable,
        String cordonReason,
        boolean ready,
        String pool,
        String slurmNode,
        SortedMap<String, Gpus> gpuResources) {

    public KubeNode {
        gpuResources = Collections.unmodifiableSortedMap(new TreeMap<>(gpuResources));
    }

    /**
     * The GPUs of one resource.
     *
     * @param allocatable GPUs that pods can use: without the GPUs that the device plugin reports as unhealthy
     */
    public record Gpus(long capacity, long allocatable) {

        public static final Gpus NONE = new Gpus(0, 0);
    }

    /** Returns the number of GPUs and MIG instances that the node's device plugins offer. */
    public long gpus() {
        return gpuResources.values().stream().mapToLong(Gpus::capacity).reduce(0, Amounts::sum);
    }
}
