package dev.sluice.exporter.model.kubernetes;

import java.util.OptionalInt;

/**
 * What a NodeSet's controller says of it. A number that this system does not have, or has not said yet, is empty.
 *
 * @param replicas pods that exist, those being drained among them
 * @param ready pods that are ready
 * @param desired pods that the controller wants
 * @param feasible pods for which there is a Kubernetes node (SUNK)
 * @param idle Slurm nodes that are idle (Slinky)
 * @param allocated Slurm nodes that are allocated or mixed (Slinky)
 * @param down Slurm nodes that are down (Slinky)
 * @param drained Slurm nodes with a drain (Slinky, SUNK)
 */
public record NodeSetStatus(
        OptionalInt replicas,
        OptionalInt ready,
        OptionalInt desired,
        OptionalInt feasible,
        OptionalInt idle,
        OptionalInt allocated,
        OptionalInt down,
        OptionalInt drained) {

    public static final NodeSetStatus UNKNOWN = new NodeSetStatus(
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty());
}
