package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.model.Labeled;

/**
 * Why the autoscaling signal is withheld.
 *
 * @param reason one line for people: the problem, the time of its start, and the solution if known
 */
public record WithheldReason(Cause cause, String reason) {

    /** The kinds of reasons. Closed list. */
    public enum Cause implements Labeled {
        /** A required source has not been read since the exporter started. */
        FIRST_POLL,
        /** The data of a required source is too old. */
        STALE,
        /** A response had an error in addition to its data, or unreadable records. */
        PARTIAL,
        /** Slurm reported nodes before and reports none now, although pods are ready. */
        NODES_VANISHED,
        /** Jobs were pending or running before, and now no job has a record. */
        JOBS_VANISHED
    }
}
