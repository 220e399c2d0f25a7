package dev.sluice.exporter.model.controller;

import java.time.Instant;
import java.util.List;

/**
 * One reservation.
 *
 * @param name ReservationName
 * @param start when it begins
 * @param end when it ends
 * @param nodes how many nodes it has
 * @param nodeList those nodes, a hostlist
 * @param cores how many cores it has
 * @param partition PartitionName; empty where of none
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

    /** Whether it holds its nodes at that moment. */
    public boolean active(Instant at) {
        return !at.isBefore(start) && at.isBefore(end);
    }

    /** Whether its nodes are being worked on: not idle, and nothing to be alarmed about. */
    public boolean maintenance() {
        return flags.contains("MAINT");
    }
}
