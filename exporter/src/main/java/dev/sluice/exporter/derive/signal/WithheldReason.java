package dev.sluice.exporter.derive.signal;

import java.util.Locale;

/**
 * Why the autoscaling signal is withheld: the demand cannot be trusted.
 *
 * @param cause its kind
 * @param reason one line for people: what is wrong, since when, and what to do where we know it
 */
public record WithheldReason(Cause cause, String reason) {

    /** The kinds of reasons. Closed list. */
    public enum Cause {
        /** Something that is needed has not been read since our own start. */
        FIRST_POLL,
        /** Something that is needed is older than it may be. */
        STALE,
        /** An answer had an error beside its data, or records that could not be read. */
        PARTIAL,
        /** Slurm knew nodes a moment ago and knows none now, though their pods are ready. */
        NODES_VANISHED,
        /** Jobs waited or ran a moment ago, and now there is no record of any. */
        JOBS_VANISHED;

        private final String label = name().toLowerCase(Locale.ROOT);

        /** The label value under which it is published. */
        public String label() {
            return label;
        }
    }
}
