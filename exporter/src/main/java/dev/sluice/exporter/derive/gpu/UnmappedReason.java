package dev.sluice.exporter.derive.gpu;

import java.util.Locale;

/** Why nobody can say which GPU of a machine a job holds. */
public enum UnmappedReason {
    /** Slurm names no index: gres.conf has no device files, or slurmrestd gave no detail. */
    NO_INDEX,
    /** The pod has a part of the machine's GPUs, or Kubernetes does not say how many there are, and numbers its own. */
    PART_OF_MACHINE;

    private final String label = name().toLowerCase(Locale.ROOT);

    public String label() {
        return label;
    }
}
