package dev.sluice.exporter.model.cluster;

import java.time.Instant;
import java.util.List;

/**
 * One reservation.
 *
 * @param start start time
 * @param end end time
 * @param nodeList hostlist of the reserved nodes
 * @param partition PartitionName; empty without a partition
 * @param flags Flags as Slurm names them, such as {@code MAINT}
 */
public record Reservation(
        String name,
        Instant start,
        Instant end,
        long nodes,
        String nodeList,
        long cores,
        String partition,
        List<String> flags) {

    public Reservation {
        flags = List.copyOf(flags);
    }

    /** Returns whether the reservation holds its nodes at the given time. */
    public boolean active(Instant at) {
        return !at.isBefore(start) && at.isBefore(end);
    }

    /** Returns whether the nodes are under maintenance. Such nodes are not idle, and must not cause an alert. */
    public boolean maintenance() {
        return flags.contains("MAINT");
    }
}
