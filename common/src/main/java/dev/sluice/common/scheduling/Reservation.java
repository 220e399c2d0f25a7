package dev.sluice.common.scheduling;

import java.util.List;

/**
 * Nodes that are set aside from start to end (seconds), for an account's or some users' jobs or for maintenance.
 *
 * @param account empty for none
 */
public record Reservation(
        String name,
        List<String> nodes,
        long startAt,
        long endAt,
        boolean maintenance,
        String account,
        List<String> users) {
    public Reservation {
        nodes = List.copyOf(nodes);
        users = List.copyOf(users);
    }

    /** Nodes that are set aside for nobody yet. */
    public static Reservation of(String name, List<String> nodes, long startAt, long endAt) {
        return new Reservation(name, nodes, startAt, endAt, false, "", List.of());
    }

    /** Nodes that are worked on. */
    public static Reservation maintenance(String name, List<String> nodes, long startAt, long endAt) {
        return new Reservation(name, nodes, startAt, endAt, true, "", List.of("root"));
    }

    public Reservation forAccount(String owner) {
        return new Reservation(name, nodes, startAt, endAt, maintenance, owner, users);
    }

    public Reservation forUsers(List<String> people) {
        return new Reservation(name, nodes, startAt, endAt, maintenance, account, people);
    }

    public boolean inForce(long now) {
        return startAt <= now && now < endAt;
    }

    public boolean touches(String node, long from, long to) {
        return nodes.contains(node) && from < endAt && startAt < to;
    }
}
