package dev.sluice.exporter.model.kubernetes;

import java.time.Instant;
import java.util.OptionalInt;

/**
 * A pod that runs slurmd for a NodeSet. There may be ten thousand: keep it small.
 *
 * @param system what runs it
 * @param namespace its namespace, which is also the NodeSet's
 * @param name its name
 * @param nodeSet name of the NodeSet (or StatefulSet) that it belongs to
 * @param slurmNode name of its node in Slurm, by the system's rule
 * @param hostname the host name that its spec asks for; empty where it asks for none
 * @param phase phase
 * @param ready whether its containers are ready
 * @param unschedulable whether the scheduler has found that it fits on no Kubernetes node
 * @param ordinal its number in the NodeSet; empty in mode {@link ScalingMode#DAEMON_SET}
 * @param kubeNode name of the Kubernetes node that it is on; empty while it has none
 * @param createdAt when it was created
 * @param deleting whether its deletion was asked for
 * @param cordoned whether its operator wants the Slurm node drained, to remove the pod or because of its machine
 * @param drainReason why the Slurm node is drained, as the operator saw it (Slinky), or as it asked for (SUNK)
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
