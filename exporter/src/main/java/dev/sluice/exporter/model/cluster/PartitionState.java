package dev.sluice.exporter.model.cluster;

import dev.sluice.exporter.model.Labeled;

/** The state of a Slurm partition. */
public enum PartitionState implements Labeled {
    /** Jobs are accepted and started. */
    UP,
    /** Jobs are accepted but not started. */
    DOWN,
    /** Jobs are not accepted; pending jobs are started. */
    DRAIN,
    /** Jobs are neither accepted nor started. */
    INACTIVE,
    /** A state of a newer Slurm that this release does not know. */
    UNKNOWN;

    /** Returns whether pending jobs can start. */
    public boolean startsJobs() {
        return this != DOWN && this != INACTIVE;
    }
}
