package dev.sluice.exporter.model.kubernetes;

import java.time.Instant;
import java.util.OptionalInt;

/**
 * A pod that runs slurmd for a NodeSet. This record must stay small, because a cluster can have 10,000 pods.
 *
 * @param namespace namespace of the pod and of the NodeSet
 * @param nodeSet name of the pod's NodeSet (or StatefulSet)
 * @param slurmNode name of the pod's Slurm node, by the system's rule
 * @param hostname host name in the pod's spec; empty if not set
 * @param ended whether the pod has the phase Succeeded or Failed
 * @param ready whether the pod's containers are ready
 * @param unschedulable whether the scheduler found no Kubernetes node for the pod
 * @param ordinal number of the pod in the NodeSet; empty in mode {@link NodeSet.ScalingMode#DAEMON_SET}
 * @param kubeNode name of the pod's Kubernetes node; empty without a Kubernetes node
 * @param deleting whether the deletion of the pod was requested
 * @param cordoned whether the operator wants to drain the Slurm node, to remove the pod or because of the machine
 * @param drainReason drain reason of the Slurm node, as seen (Slinky) or requested (SUNK) by the operator
 */
public record SlurmdPod(
        NodeSetSystem system,
        String namespace,
        String name,
        String nodeSet,
        String slurmNode,
        String hostname,
        boolean ended,
        boolean ready,
        boolean unschedulable,
        OptionalInt ordinal,
        String kubeNode,
        Instant createdAt,
        boolean deleting,
        boolean cordoned,
        String drainReason) {

    public boolean exists() {
        return !ended;
    }

    /** Returns whether the pod has not ended and is not being deleted. */
    public boolean live() {
        return exists() && !deleting;
    }

    public ObjectName objectName() {
        return new ObjectName(namespace, name);
    }
}
