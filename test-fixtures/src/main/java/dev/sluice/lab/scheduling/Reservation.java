package dev.sluice.lab.scheduling;

import java.util.List;

/**
 * A reservation of nodes from start to end (seconds) for the jobs of an account or of users, or for maintenance.
 *
 * @param account account whose jobs can use the reservation; empty for none
 */
public record Reservation(
        String name,
        List<String> nodes,
        long startAt,
        long endAt,
        boolean maintenance,
        String account,
        List<String> users) {
    /** Returns a maintenance reservation. */
    public static Reservation maintenance(String name, List<String> nodes, long startAt, long endAt) {
        return new Reservation(name, nodes, startAt, endAt, true, "", List.of("root"));
    }

    public boolean inForce(long now) {
        return startAt <= now && now < endAt;
    }

    public boolean touches(String node, long from, long to) {
        return nodes.contains(node) && from < endAt && startAt < to;
    }
}
