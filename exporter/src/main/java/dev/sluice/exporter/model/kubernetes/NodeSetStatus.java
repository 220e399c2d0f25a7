package dev.sluice.exporter.model.kubernetes;

import java.util.OptionalInt;

/**
 * The status that a NodeSet's controller reports. A number is empty if the system does not have this number, or has not
 * reported this number yet.
 *
 * @param replicas existing pods, including draining ones
 * @param ready ready pods
 * @param desired desired pods
 * @param feasible pods for which a Kubernetes node exists (SUNK)
 * @param idle idle Slurm nodes (Slinky)
 * @param allocated allocated or mixed Slurm nodes (Slinky)
 * @param down down Slurm nodes (Slinky)
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

    private static final OptionalInt NONE = OptionalInt.empty();

    public static final NodeSetStatus UNKNOWN = of(NONE, NONE);

    public static NodeSetStatus of(OptionalInt replicas, OptionalInt ready) {
        return new NodeSetStatus(replicas, ready, NONE, NONE, NONE, NONE, NONE, NONE);
    }
}
