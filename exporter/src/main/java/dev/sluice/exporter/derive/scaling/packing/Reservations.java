package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The nodes of reservations: those whose jobs may be on no others, and those that begin before other jobs would end. */
public final class Reservations {

    private static final String FLEX = "FLEX";

    /** Characters of the kept node lists: 2 MB. */
    private static final int MAX_KEPT_CHARACTERS = 2_000_000;

    private final Map<String, NodeBits> byName = new HashMap<>();

    /** Those that have not begun, by start. */
    private final List<Reservation> planned;

    /** Jobs with one time limit share a node list. */
    private final BoundedCache<First, String> nodeLists = new BoundedCache<>(MAX_KEPT_CHARACTERS, String::length);

    private final NodeIndex lists;
    private final Instant now;

    /** The first planned reservations, without the job's own. */
    private record First(int number, String own) {}

    /**
     * Reads their lists of nodes.
     *
     * @param now those that have begun show on the nodes themselves
     */
    public Reservations(List<Reservation> reservations, NodeIndex lists, Instant now) {
        this.lists = lists;
        this.planned = reservations.stream()
                .filter(reservation -> reservation.start().isAfter(now)
                        && !reservation.nodeList().isEmpty())
                .sorted(Comparator.comparing(Reservation::start))
                .toList();
        this.now = now;
        for (Reservation reservation : reservations) {
            if (!reservation.nodeList().isEmpty() && !reservation.flags().contains(FLEX)) {
                byName.put(reservation.name(), lists.list(reservation.nodeList()));
            }
        }
    }

    /** Whether a job of the reservation can be on the nodes of the reservation alone; of one that is not known it can. */
    public boolean binds(String name) {
        return byName.containsKey(name);
    }

    /** Nodes on which a job cannot start because it could run into a reservation of others, a hostlist; mostly empty. */
    public String inTheWayOf(Job job) {
        if (planned.isEmpty()) {
            return "";
        }
        Instant end = job.timeLimit() > 0 ? now.plusSeconds(job.timeLimit()) : Instant.MAX;
        String own = job.shape().placement().reservation();
        return nodeLists.get(new First(startingBefore(end), own), this::nodeList);
    }

    private int startingBefore(Instant end) {
        int low = 0;
        int high = planned.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (planned.get(middle).start().isBefore(end)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private String nodeList(First first) {
        return planned.subList(0, first.number()).stream()
                .filter(reservation -> !reservation.name().equals(first.own()))
                .map(Reservation::nodeList)
                .collect(Collectors.joining(","));
    }

    /** The nodes; none of a reservation that does not bind. */
    public NodeBits nodes(String name) {
        NodeBits known = byName.get(name);
        return known == null ? lists.list("") : known;
    }
}
