package dev.sluice.exporter.model;

import java.util.SortedMap;

/**
 * A node of Kubernetes: a machine, not a node of Slurm.
 *
 * @param name its name
 * @param ready whether its kubelet says that it is ready; false where the kubelet says nothing any more
 * @param unschedulable whether it is cordoned
 * @param cordonReason why, from Slinky's annotation {@code node-cordon-reason}; empty where nobody gave a reason
 * @param gpuCapacity GPUs that it has, by resource name; without those of which it has none
 * @param gpuAllocatable GPUs that pods can have; fewer than the capacity where some are broken
 * @param instanceType the cloud's type of machine; empty where unknown
 * @param zone availability zone; empty where unknown
 */
public record KubeNode(
        String name,
        boolean ready,
        boolean unschedulable,
        String cordonReason,
        SortedMap<String, Long> gpuCapacity,
        SortedMap<String, Long> gpuAllocatable,
        String instanceType,
        String zone) {}
