package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.model.Labeled;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A group of nodes of one partition. For a pending job, all nodes of the group have the same cause and detail.
 *
 * @param cause why the nodes cannot take the job
 * @param detail drain reason, reservation, features or the resource that is too small; empty without a detail
 * @param at end of the reservation; the start of the reservation for {@link Cause#RESERVED_SOON} and
 *     {@link Cause#LATER_RESERVATION}; empty without a reservation
 * @param examples at most {@value #MAX_EXAMPLES} of the nodes: busy nodes in the order in which they become free, other
 *     nodes by name
 */
public record NodeGroup(Cause cause, String detail, long nodes, Optional<Instant> at, List<Example> examples) {

    static final int MAX_EXAMPLES = 5;

    public NodeGroup {
        examples = List.copyOf(examples);
    }

    /** Why nodes cannot take a job, in display order. */
    public enum Cause implements Labeled {
        /** The nodes can take the job. */
        FREE,
        /** Running jobs leave too few resources. */
        BUSY,
        /** The nodes are idle, and planned for a job with a higher priority. */
        PLANNED,
        /** A reservation begins before the job would end. */
        RESERVED_SOON,
        RESERVED,
        /** The nodes are not in the reservation that the job requests. */
        OTHER_RESERVATION,
        /** The reservation that the job requests has not begun. */
        LATER_RESERVATION,
        /** The nodes are exclusive to the jobs of another user. */
        OTHER_USER,
        DRAINED,
        DOWN,
        MAINTENANCE,
        STARTING,
        POWERED_DOWN,
        /** The nodes lack a requested feature. */
        FEATURES,
        TOO_SMALL,
        /** The nodes are excluded by {@code --nodelist} or {@code --exclude}. */
        NOT_REQUESTED
    }

    /**
     * One node of the group.
     *
     * @param freeBy end of the last time limit of the node's jobs; empty if a job has no limit, or if the node is not
     *     busy
     */
    public record Example(String node, Optional<Instant> freeBy) {}
}
