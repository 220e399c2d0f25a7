package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.model.job.Job;

/**
 * The end of a run of a job. Each is told once.
 *
 * @param job the job as it was first observed after the end; without nodes after a requeue
 * @param kind what ended
 */
public record JobEnd(Job job, Kind kind) {

    /** What ended. */
    public enum Kind {
        /** The job, before the first observation: no counter counts it. */
        EARLIER,
        /** The job. */
        END,
        /** A run, and the job is pending again. */
        REQUEUE
    }

    /** Whether the job itself has ended. */
    public boolean ofJob() {
        return kind != Kind.REQUEUE;
    }
}
