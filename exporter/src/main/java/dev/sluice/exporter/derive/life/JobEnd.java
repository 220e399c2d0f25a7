package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.model.job.Job;

/**
 * The end of a job run. Each end is reported once.
 *
 * @param job the job's record at the first poll after the end; without nodes after a requeue
 * @param kind what ended
 */
public record JobEnd(Job job, Kind kind) {

    /** What ended. */
    public enum Kind {
        /** The job ended before the first poll; this end is not counted. */
        EARLIER,
        /** The job ended. */
        END,
        /** A run ended, and the job is pending again. */
        REQUEUE
    }

    /** Returns true if the job itself has ended. */
    public boolean ofJob() {
        return kind != Kind.REQUEUE;
    }
}
