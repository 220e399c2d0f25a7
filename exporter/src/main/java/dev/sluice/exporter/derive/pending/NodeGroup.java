package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.model.Labeled;
import java.util.List;

/**
 * The nodes of one partition with the same obstacle for a pending job.
 *
 * @param examples at most {@value #MAX_EXAMPLES} of the nodes, by name
 */
public record NodeGroup(Cause cause, long nodes, List<String> examples) {

    static final int MAX_EXAMPLES = 3;

    public NodeGroup {
        examples = List.copyOf(examples);
    }

    /** Why nodes cannot take a job, in display order. */
    public enum Cause implements Labeled {
        /** The nodes have room for the job, or for a part of the job. */
        FREE,
        /** Running jobs leave too few resources. */
        BUSY,
        /** The nodes are idle, and planned for a job with a higher priority. */
        PLANNED,
        /** A reservation begins before the job would end. */
        RESERVED_SOON,
        RESERVED,
        /** The nodes are not in an active reservation that the job requests. */
        OTHER_RESERVATION,
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

    /** The groups of the nodes of one partition. */
    public record OfPartition(String partition, List<NodeGroup> groups) {

        public OfPartition {
            groups = List.copyOf(groups);
        }
    }
}
