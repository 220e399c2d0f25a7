package dev.sluice.exporter.model.kubernetes;

import java.util.Locale;

/** What runs slurmd pods on Kubernetes. Each has its own kind of object, labels and rule for Slurm's node names. */
public enum NodeSetSystem {
    /** SchedMD's slurm-operator: NodeSet of {@code slinky.slurm.net}. */
    SLINKY,
    /** Nebius' soperator: NodeSet of {@code slurm.nebius.ai}. */
    SOPERATOR,
    /** CoreWeave's SUNK: NodeSet of {@code sunk.coreweave.com}. */
    SUNK,
    /** Plain StatefulSets that the configuration names. */
    STATEFULSET;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The word for it in source names and labels. */
    public String label() {
        return label;
    }
}
