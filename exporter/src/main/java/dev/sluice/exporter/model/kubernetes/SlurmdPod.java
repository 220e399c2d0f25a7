package dev.sluice.exporter.model.kubernetes;

import java.time.Instant;
import java.util.OptionalInt;

/**
 * A pod that runs slurmd for a NodeSet. There may be ten thousand: keep it small.
 *
 * @param system system that runs it
 * @param namespace namespace of the pod and of the NodeSet
 * @param name its name
 * @param nodeSet name of its NodeSet (or StatefulSet)
 * @param slurmNode name of its Slurm node, by the system's rule
 * @param hostname host name in its spec; empty if none
 * @param phase phase
 * @param ready whether its containers are ready
 * @param unschedulable whether the scheduler found no Kubernetes node for it
 * @param ordinal its number in the NodeSet; empty in mode {@link ScalingMode#DAEMON_SET}
 * @param kubeNode name of its Kubernetes node; empty while it has none
 * @param createdAt time of its creation
 * @param deleting whether its deletion was requested
 * @param cordoned whether its operator wants the Slurm node drained, to remove the pod or because of its machine
 * @param drainReason drain reason of the Slurm node, as seen (Slinky) or requested (SUNK) by the operator
 */
public record SlurmdPod(
        NodeSetSystem system,
        String namespace,
        String name,
        String nodeSet,
        String slurmNode,
        String hostname,
        PodPhase phase,
        boolean ready,
        boolean unschedulable,
        OptionalInt ordinal,
        String kubeNode,
        Instant createdAt,
        boolean deleting,
        boolean cordoned,
        String drainReason) {}
