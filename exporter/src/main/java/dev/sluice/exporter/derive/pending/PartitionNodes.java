package dev.sluice.exporter.derive.pending;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The nodes of one partition as a pending job sees them.
 *
 * @param partition the partition
 * @param needs the least number of nodes that the job needs there; 0 where none of them suits it
 * @param fits whether it fits on free nodes now
 * @param enoughBy when the time limits of the jobs on enough nodes have passed; empty where it fits now, and where unknown
 * @param beforeReservation where it fits on free nodes that a reservation takes before the job would end
 * @param groups the nodes by what they are to the job
 */
public record PartitionNodes(
        String partition,
        long needs,
        boolean fits,
        Optional<Instant> enoughBy,
        Optional<Gap> beforeReservation,
        List<NodeGroup> groups) {

    public PartitionNodes {
        groups = List.copyOf(groups);
    }

    /** Time until the first of the reservations begins. */
    public record Gap(String reservation, Instant until) {}

    /** How many nodes could take the job, or a part of it, now. */
    public long free() {
        return groups.stream()
                .filter(group -> group.cause() == NodeGroup.Cause.FREE)
                .mapToLong(NodeGroup::nodes)
                .sum();
    }
}
