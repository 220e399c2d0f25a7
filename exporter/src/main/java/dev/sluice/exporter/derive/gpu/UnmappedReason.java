package dev.sluice.exporter.derive.gpu;

import java.util.Locale;

/** Why the index of a job's GPU on its machine is unknown. */
public enum UnmappedReason {
    /** Slurm reports no index: gres.conf has no device files, or slurmrestd returned no detail. */
    NO_INDEX,
    /**
     * The pod numbers its own GPUs, and possibly has only a part of the machine's GPUs: the pod has fewer GPUs than the
     * machine, or Kubernetes does not report the machine's number of GPUs.
     */
    PART_OF_MACHINE;

    private final String label = name().toLowerCase(Locale.ROOT);

    public String label() {
        return label;
    }
}
