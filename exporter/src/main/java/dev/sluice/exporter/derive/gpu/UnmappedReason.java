package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.model.Labeled;

/** Why the index of a job's GPU on its machine is unknown. */
public enum UnmappedReason implements Labeled {
    /** Slurm reports no index: gres.conf has no device files, or slurmrestd returned no detail. */
    NO_INDEX,
    /**
     * The pod numbers its own GPUs, and possibly has only a part of the machine's GPUs: the pod has fewer GPUs than the
     * machine, or Kubernetes does not report the machine's number of GPUs.
     */
    PART_OF_MACHINE
}
