package dev.sluice.exporter.model.job;

import java.util.Locale;

/**
 * The one state that squeue shows for a job ({@code %T}): a flag such as COMPLETING where one is set, the base state
 * otherwise. {@link #base()} says which are base states.
 */
public enum JobState {
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
    RESIZING(false),
    REQUEUED(false),
    REQUEUE_FED(false),
    REQUEUE_HOLD(false),
    SPECIAL_EXIT(false),
    STOPPED(false),
    REVOKED(false),
    RESV_DEL_HOLD(false),
    SIGNALING(false),
    /** A state that a newer Slurm knows and we do not. */
    UNKNOWN(true);

    private final boolean base;
    private final String label = name().toLowerCase(Locale.ROOT);

    JobState(boolean base) {
        this.base = base;
    }

    /** Whether this is a base state; every job has exactly one, beside any flags. */
    public boolean base() {
        return base;
    }

    /** Whether this is a base state in which a job has ended. */
    public boolean end() {
        return switch (this) {
            case COMPLETED, CANCELLED, FAILED, TIMEOUT, NODE_FAIL, PREEMPTED, BOOT_FAIL, DEADLINE, OUT_OF_MEMORY ->
                true;
            default -> false;
        };
    }

    /** The label value under which the state is published. */
    public String label() {
        return label;
    }
}
