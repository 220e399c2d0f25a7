package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.derive.scaling.pool.NodeIndex.NodeList;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.Job;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The nodes of two kinds of reservations: reservations that limit their own jobs to their nodes, and reservations that
 * begin before other jobs end.
 */
public final class Reservations {

    private static final String FLEX = "FLEX";
    private static final String ALL_NODES = "ALL_NODES";
    private static final String PARTITION_NODES = "PART_NODES";
    private static final Set<String> NEW_NODES = Set.of("MAINT", ALL_NODES, PARTITION_NODES);

    /** Maximum total size of the cached node lists, in characters (2 MB). */
    private static final int MAX_KEPT_CHARACTERS = 2_000_000;

    private final Map<String, String> byName = new HashMap<>();

    /** Reservations that have not started, and active reservations that hold nodes without a pod; sorted by start. */
    private final List<Reservation> planned;

    /** Jobs with equal time limits share a node list. */
    private final BoundedCache<First, String> nodeLists = new BoundedCache<>(MAX_KEPT_CHARACTERS, String::length);

    private final NodeIndex lists;
    private final Instant now;

    /** Number of planned reservations before the end of a job, and the job's own reservations. */
    private record First(int number, Set<String> own) {}

    /**
     * Parses the node lists of the reservations.
     *
     * @param now current time; the node records show the reservations that have started, except on nodes without a pod
     */
    public Reservations(List<Reservation> reservations, NodeIndex lists, Instant now) {
        this.lists = lists;
        this.planned = reservations.stream()
                .filter(reservation -> !reservation.nodeList().isEmpty()
                        && (reservation.start().isAfter(now)
                                || (reservation.active(now)
                                        && !reservation.flags().contains("MAGNETIC")
                                        && reservation.flags().stream().anyMatch(NEW_NODES::contains))))
                .sorted(Comparator.comparing(Reservation::start))
                .toList();
        this.now = now;
        for (Reservation reservation : reservations) {
            if (!reservation.nodeList().isEmpty() && !reservation.flags().contains(FLEX)) {
                byName.put(reservation.name(), reservation.nodeList());
            }
        }
    }

    /**
     * Returns whether jobs in the reservations ({@code --reservation=a,b}) can use only the nodes of these reservations;
     * false if a reservation is unknown.
     */
    public boolean binds(String names) {
        return byName.keySet().containsAll(List.of(names.split(",", -1)));
    }

    /**
     * Returns the nodes on which a job cannot start because the job could run into another reservation, as a hostlist.
     */
    public String inTheWayOf(Job job) {
        if (planned.isEmpty()) {
            return "";
        }
        Set<String> own = job.shape().placement().reservations();
        return nodeLists.get(new First(startingBefore(endOf(job)), own), this::nodeList);
    }

    /**
     * Returns whether a job could run into a reservation of all nodes. slurmctld adds each new node to such a
     * reservation, so more nodes do not help.
     */
    public boolean holdAllNodes(Job job) {
        Set<String> own = job.shape().placement().reservations();
        return planned.subList(0, startingBefore(endOf(job))).stream()
                .anyMatch(reservation -> !own.contains(reservation.name())
                        && (reservation.flags().contains(ALL_NODES)
                                || (reservation.flags().contains(PARTITION_NODES)
                                        && job.partitions().equals(List.of(reservation.partition())))));
    }

    private Instant endOf(Job job) {
        long limit = job.minimumLimit();
        return limit > 0 ? now.plusSeconds(limit) : Instant.MAX;
    }

    private int startingBefore(Instant end) {
        return (int) planned.stream()
                .takeWhile(reservation -> reservation.start().isBefore(end))
                .count();
    }

    private String nodeList(First first) {
        return planned.subList(0, first.number()).stream()
                .filter(reservation -> !first.own().contains(reservation.name()))
                .map(Reservation::nodeList)
                .collect(Collectors.joining(","));
    }

    /** Returns the nodes of reservations; empty if the reservations' jobs can use other nodes. */
    public NodeList nodes(String names) {
        List<String> all = Stream.of(names.split(",", -1))
                .map(name -> byName.getOrDefault(name, ""))
                .toList();
        return lists.list(String.join(",", all));
    }
}
