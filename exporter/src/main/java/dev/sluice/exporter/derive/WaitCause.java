package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.Labeled;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.PendingReason;

/** What a job waits for. The classes distinguish a lack of nodes from rules that keep jobs pending. */
public enum WaitCause implements Labeled {
    /** The job waits for resources, or higher-priority jobs are ahead. */
    RESOURCES,
    HELD,
    /** Another job must end first. */
    DEPENDENCY,
    /** The begin time is in the future. */
    BEGIN_TIME,
    /** The job is at a limit of an association, a QOS, the cluster or the job's array. */
    LIMIT,
    /**
     * Any other cause: licenses, reservations, unavailable nodes or partitions, unsatisfiable requests, and unexplained
     * time before the job was eligible.
     */
    OTHER;

    static WaitCause of(Job job) {
        if (job.status().held()) {
            return HELD;
        }
        return switch (PendingReason.of(job.status().reason()).reasonClass()) {
            case RESOURCES, PRIORITY -> RESOURCES;
            case HELD -> HELD;
            case DEPENDENCY -> DEPENDENCY;
            case BEGIN_TIME -> BEGIN_TIME;
            case LIMIT -> LIMIT;
            case LICENSE, RESERVATION, UNAVAILABLE, IMPOSSIBLE, OTHER -> OTHER;
        };
    }

    /** Returns true if jobs that wait for this cause have no eligible time in Slurm, or a future eligible time. */
    boolean ineligible() {
        return this == HELD || this == DEPENDENCY || this == BEGIN_TIME;
    }
}
