package dev.sluice.exporter.model.kubernetes;

import dev.sluice.exporter.model.Labeled;

/**
 * A system that runs slurmd pods on Kubernetes. Each system has its own object kind, labels and rule for Slurm's node
 * names.
 */
public enum NodeSetSystem implements Labeled {
    /** SchedMD's slurm-operator: NodeSet of {@code slinky.slurm.net}. */
    SLINKY,
    /** Nebius' soperator: NodeSet of {@code slurm.nebius.ai}. */
    SOPERATOR,
    /** CoreWeave's SUNK: NodeSet of {@code sunk.coreweave.com}. */
    SUNK,
    /** Plain StatefulSets from the configuration. */
    STATEFULSET
}
