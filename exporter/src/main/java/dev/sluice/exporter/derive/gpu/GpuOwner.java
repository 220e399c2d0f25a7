package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.model.Labeled;

/**
 * The owner of a machine's GPU. Closed list; {@code docs/metrics.md} explains each owner. The order is the order in
 * which owners get GPUs if Slurm and pods claim more GPUs than the machine has.
 */
public enum GpuOwner implements Labeled {
    /** Allocated to a Slurm job, or held by the pod of an external job. */
    SLURM_JOB,
    /** Held by a pod that is neither a slurmd pod nor the pod of an external job of this cluster. */
    OTHER_POD,
    /** Held by a slurmd pod, free in Slurm, on a schedulable Slurm node. */
    SLURM_IDLE,
    /** Held by a slurmd pod, free in Slurm, on a Slurm node that is not schedulable or not registered. */
    SLURM_UNAVAILABLE,
    /** Held by no pod, on a machine that takes pods. */
    FREE,
    /** Held by no pod, on a machine that is cordoned or not ready, or whose external Slurm node is not schedulable. */
    UNAVAILABLE,
    /** Registered by the device plugin, but not allocatable. */
    BROKEN;
}
