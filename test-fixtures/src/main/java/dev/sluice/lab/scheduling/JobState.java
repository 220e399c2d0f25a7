package dev.sluice.lab.scheduling;

/** The base states of a job, in Slurm's spelling. */
public enum JobState {
    PENDING,
    RUNNING,
    COMPLETED,
    CANCELLED,
    FAILED,
    TIMEOUT,
    NODE_FAIL,
    OUT_OF_MEMORY;

    /** Returns true for the states of ended jobs. */
    public boolean ended() {
        return this != PENDING && this != RUNNING;
    }
}
