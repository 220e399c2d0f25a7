package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.model.Amounts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The nodes of one partition, checked for a pending job.
 *
 * @param needs minimum number of nodes that the job needs in the partition; 0 if no node suits the job
 * @param fits true if the job fits on free nodes now
 * @param condition condition on the groups of the nodes, as the end of "it needs 4 nodes"; empty without a condition
 * @param room number of nodes that could take the job now under the condition; empty without a condition, or if unknown
 * @param enoughBy time by which enough nodes become free, from the time limits of the nodes' jobs; empty if the job
 *     fits now, or if the time is unknown
 * @param beforeReservation reservation of free nodes that begins before the job would end; empty without such a
 *     reservation
 */
public record PartitionNodes(
        String partition,
        long needs,
        boolean fits,
        String condition,
        OptionalLong room,
        Optional<Instant> enoughBy,
        Optional<Gap> beforeReservation,
        List<NodeGroup> groups) {

    public PartitionNodes {
        groups = List.copyOf(groups);
    }

    /** A reservation and its start. */
    public record Gap(String reservation, Instant until) {}

    /** Returns the number of nodes that could take the job, or a part of the job, now. */
    public long free() {
        return groups.stream()
                .filter(group -> group.cause() == NodeGroup.Cause.FREE)
                .mapToLong(NodeGroup::nodes)
                .reduce(0, Amounts::sum);
    }
}
