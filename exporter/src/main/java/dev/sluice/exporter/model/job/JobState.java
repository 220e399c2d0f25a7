package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Labeled;

/**
 * The state that squeue shows for a job ({@code %T}): a flag such as COMPLETING if a flag is set; otherwise, the base
 * state. {@link #base()} is true for base states.
 */
public enum JobState implements Labeled {
    PENDING(true),
    RUNNING(true),
    SUSPENDED(true),
    COMPLETED(true),
    CANCELLED(true),
    FAILED(true),
    TIMEOUT(true),
    NODE_FAIL(true),
    PREEMPTED(true),
    BOOT_FAIL(true),
    DEADLINE(true),
    OUT_OF_MEMORY(true),
    COMPLETING(false),
    STAGE_OUT(false),
    CONFIGURING(false),
    EXPEDITING(false),
    RESIZING(false),
    REQUEUED(false),
    REQUEUE_FED(false),
    REQUEUE_HOLD(false),
    SPECIAL_EXIT(false),
    STOPPED(false),
    REVOKED(false),
    RESV_DEL_HOLD(false),
    SIGNALING(false),
    /** A state of a newer Slurm that this release does not know. */
    UNKNOWN(true);

    private final boolean base;

    JobState(boolean base) {
        this.base = base;
    }

    /** Returns whether this state is a base state. Every job has exactly one base state and any number of flags. */
    public boolean base() {
        return base;
    }

    /** Returns whether this state is a base state of a job that has ended. */
    public boolean end() {
        return switch (this) {
            case COMPLETED, CANCELLED, FAILED, TIMEOUT, NODE_FAIL, PREEMPTED, BOOT_FAIL, DEADLINE, OUT_OF_MEMORY ->
                true;
            default -> false;
        };
    }
}
