package dev.sluice.exporter.derive.pending;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Nodes of a partition that are alike to a pending job.
 *
 * @param cause what they are to it
 * @param detail the reason of a drain, the name of a reservation, what is too small; empty without
 * @param nodes how many they are
 * @param at when the reservation ends, or begins of {@link Cause#RESERVED_SOON} and {@link Cause#LATER_RESERVATION}; empty without
 * @param examples some of them, at most {@value #MAX_EXAMPLES}: the first to be free, else by name
 */
public record NodeGroup(Cause cause, String detail, long nodes, Optional<Instant> at, List<Example> examples) {

    static final int MAX_EXAMPLES = 5;

    public NodeGroup {
        examples = List.copyOf(examples);
    }

    /** Why nodes cannot take a job, in the order in which they are shown. */
    public enum Cause {
        /** They can. */
        FREE,
        /** Their jobs leave too little. */
        BUSY,
        /** Idle, and planned for a job with a higher priority. */
        PLANNED,
        /** A reservation begins before the job would end. */
        RESERVED_SOON,
        RESERVED,
        /** The job asks for a reservation that they are not in. */
        OTHER_RESERVATION,
        /** The reservation that the job asks for has not begun. */
        LATER_RESERVATION,
        /** Exclusive to the jobs of another user. */
        OTHER_USER,
        DRAINED,
        DOWN,
        MAINTENANCE,
        STARTING,
        POWERED_DOWN,
        /** They lack a requested feature. */
        FEATURES,
        TOO_SMALL,
        /** Left out by {@code --nodelist} or {@code --exclude}. */
        NOT_REQUESTED;

        private final String label = name().toLowerCase(Locale.ROOT);

        /** Its name in the API. */
        public String label() {
            return label;
        }
    }

    /**
     * One of the nodes.
     *
     * @param freeBy when the time limits of all its jobs have passed; empty where one has none, and of nodes that are not busy
     */
    public record Example(String node, Optional<Instant> freeBy) {}
}
