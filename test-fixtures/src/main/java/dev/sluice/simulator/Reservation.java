package dev.sluice.simulator;

import java.util.List;

/** Nodes that are set aside from start to end (epoch seconds), for an account's jobs or for maintenance. */
public record Reservation(
        String name, List<String> nodes, long startAt, long endAt, boolean maintenance, String account) {
    public Reservation {
        nodes = List.copyOf(nodes);
    }

    boolean inForce(long now) {
        return startAt <= now && now < endAt;
    }

    boolean touches(String node, long from, long to) {
        return nodes.contains(node) && from < endAt && startAt < to;
    }
}
