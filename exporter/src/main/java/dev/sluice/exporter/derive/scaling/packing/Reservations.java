package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The nodes of two kinds of reservations: reservations that limit their own jobs to their nodes, and reservations that
 * begin before other jobs end.
 */
public final class Reservations {

    private static final String FLEX = "FLEX";

    /** Maximum total size of the cached node lists, in characters (2 MB). */
    private static final int MAX_KEPT_CHARACTERS = 2_000_000;

    private final Map<String, NodeBits> byName = new HashMap<>();

    /** Reservations that have not started, sorted by start. */
    private final List<Reservation> planned;

    /** Jobs with equal time limits share a node list. */
    private final BoundedCache<First, String> nodeLists = new BoundedCache<>(MAX_KEPT_CHARACTERS, String::length);

    private final NodeIndex lists;
    private final Instant now;

    /** Number of planned reservations before the end of a job, and the job's own reservation. */
    private record First(int number, String own) {}

    /**
     * Parses the node lists of the reservations.
     *
     * @param now current time; the node records show the reservations that have started
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

    /**
     * Returns whether the reservation's jobs can use only the reservation's nodes; false if the reservation is unknown.
     */
    public boolean binds(String name) {
        return byName.containsKey(name);
    }

    /**
     * Returns the nodes on which a job cannot start because the job could run into another reservation, as a hostlist.
     */
    public String inTheWayOf(Job job) {
        if (planned.isEmpty()) {
            return "";
        }
        Instant end = job.times().limit() > 0 ? now.plusSeconds(job.times().limit()) : Instant.MAX;
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

    /** Returns the nodes of a reservation; empty if the reservation's jobs can use other nodes. */
    public NodeBits nodes(String name) {
        NodeBits known = byName.get(name);
        return known == null ? lists.list("") : known;
    }
}
