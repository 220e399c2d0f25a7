package dev.sluice.exporter.model.cluster;

/** The state of a Slurm partition. */
public enum PartitionState {
    /** Jobs are taken and started. */
    UP,
    /** Jobs are taken but not started. */
    DOWN,
    /** Jobs are not taken; those that wait are started. */
    DRAIN,
    /** Jobs are neither taken nor started. */
    INACTIVE,
    /** A state that a newer Slurm knows and we do not. */
    UNKNOWN;

    /** Whether waiting jobs can start. */
    public boolean startsJobs() {
        return this != DOWN && this != INACTIVE;
    }
}
