package dev.sluice.common.scheduling.job;

/** Base states of a job, in Slurm's spelling. */
public enum JobState {
    PENDING,
    RUNNING,
    COMPLETED,
    CANCELLED,
    FAILED,
    TIMEOUT,
    NODE_FAIL,
    PREEMPTED,
    OUT_OF_MEMORY;

    /** Whether a job in this state has left the queue for good and holds nothing. */
    public boolean ended() {
        return switch (this) {
            case PENDING, RUNNING -> false;
            case COMPLETED, CANCELLED, FAILED, TIMEOUT, NODE_FAIL, PREEMPTED, OUT_OF_MEMORY -> true;
        };
    }
}
