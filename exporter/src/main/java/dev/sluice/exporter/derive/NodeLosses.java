package dev.sluice.exporter.derive;

import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counts how often and how long nodes are down, drained or draining, from one node list to the next:
 *
 * <ul>
 *   <li>Counting starts at the first list. For nodes that are unavailable in this list, only the time counts.
 *   <li>An outage begins at the time that Slurm stores with the reason, but not before the last list that shows the
 *       node in service. The outage ends with the last list that shows the node unavailable.
 *   <li>A newer reason is a new outage if the cause or the owner differs, or if Slurm set the reason. Health checks and
 *       people set the same reason again and again.
 *   <li>A node that returns with the time of its earlier reason is still in the same outage.
 *   <li>The seconds of a list are added at the next list, so that each counter starts with 0.
 * </ul>
 *
 * <p>Confined to one thread.
 */
public final class NodeLosses {

    /** Time to remember a node that is missing from the list. */
    private static final Duration MEMORY = Duration.ofHours(1);

    /** Maximum number of remembered outages of a node. */
    private static final int MAX_OUTAGES = 20;

    /** Reasons by which a node shows a defect; a node has a count of drains for each of them from the start. */
    public static final Set<NodeReason> DEFECTS = NodeReason.KNOWN.stream()
            .filter(reason -> reason.owner().equals("slurm") || reason.owner().equals("health_check"))
            .filter(reason ->
                    !reason.kind().equals("power_save") && !reason.kind().equals("other"))
            .collect(Collectors.toUnmodifiableSet());

    private static final Comparator<NodeReason> ORDER =
            Comparator.comparing(NodeReason::kind).thenComparing(NodeReason::owner);

    private final int max;
    private final Map<String, Watched> watched = new HashMap<>();
    private final SortedMap<String, OfNode> counted = new TreeMap<>();
    private final SortedMap<NodeReason, Long> gpuSeconds = new TreeMap<>(ORDER);
    private Optional<Long> lastList = Optional.empty();

    /**
     * The losses of all nodes. Immutable; the counts never decrease.
     *
     * @param nodes losses by node, for a limited number of nodes
     * @param gpuSeconds GPU-seconds of all nodes by reason
     */
    public record Losses(SortedMap<String, OfNode> nodes, SortedMap<NodeReason, Long> gpuSeconds) {}

    /**
     * The losses of one node.
     *
     * @param drains outages by reason
     * @param seconds seconds of the outages by reason
     * @param gpuSeconds seconds of the outages, multiplied by the free GPUs of the node
     * @param latest the latest outages, oldest first
     */
    public record OfNode(
            SortedMap<NodeReason, Long> drains,
            SortedMap<NodeReason, Long> seconds,
            long gpuSeconds,
            List<Outage> latest) {

        private static final OfNode NONE = new OfNode(zeros(DEFECTS), zeros(Set.of()), 0, List.of());

        private OfNode drained(NodeReason reason) {
            return new OfNode(plus(drains, reason, 1), seconds, gpuSeconds, latest);
        }

        private OfNode began(JoinedNode joined, long from, long now) {
            List<Outage> more =
                    new ArrayList<>(latest.subList(Math.max(0, latest.size() + 1 - MAX_OUTAGES), latest.size()));
            more.add(new Outage(
                    joined.node().reason().text(),
                    joined.reason().owner(),
                    Instant.ofEpochSecond(from),
                    Instant.ofEpochSecond(now)));
            return new OfNode(drains, seconds, gpuSeconds, List.copyOf(more));
        }

        private OfNode lost(NodeReason reason, long time, long gpus, long until) {
            List<Outage> longer = new ArrayList<>(latest);
            longer.set(latest.size() - 1, latest.get(latest.size() - 1).seen(until));
            return new OfNode(
                    drains,
                    plus(seconds, reason, time),
                    Amounts.sum(gpuSeconds, Amounts.product(time, gpus)),
                    List.copyOf(longer));
        }
    }

    /**
     * An outage.
     *
     * @param lastSeenAt time of the last list with the outage
     */
    public record Outage(String reason, String owner, Instant startedAt, Instant lastSeenAt) {

        private Outage seen(long at) {
            return new Outage(reason, owner, startedAt, Instant.ofEpochSecond(at));
        }
    }

    /**
     * A node as of the last list that contained the node. Times are in seconds since the epoch.
     *
     * @param unavailable true if the node was in an outage
     * @param since time of the outage's reason, also after the outage; 0 if unknown
     * @param until end of the outage's counted time
     * @param freeGpus GPUs without jobs
     * @param seenAt time of the list
     */
    private record Watched(boolean unavailable, NodeReason reason, long since, long until, long freeGpus, long seenAt) {

        Watched inService(long at) {
            return new Watched(false, reason, since, at, 0, at);
        }
    }

    /**
     * @param max maximum number of nodes to count; the nodes that appear first are counted
     */
    public NodeLosses(int max) {
        this.max = max;
        NodeReason.KNOWN.forEach(reason -> gpuSeconds.put(reason, 0L));
    }

    /** Compares a node list with the previous node list, and returns the losses so far. */
    public Losses observe(List<JoinedNode> nodes, Instant at) {
        long now = at.getEpochSecond();
        for (JoinedNode joined : nodes) {
            String name = joined.node().name();
            if (counted.size() < max) {
                counted.putIfAbsent(name, OfNode.NONE);
            }
            watched.put(name, follow(joined, now));
        }
        watched.values().removeIf(node -> node.seenAt() < now - MEMORY.toSeconds());
        watched.replaceAll(
                (name, node) -> node.seenAt() != now && node.unavailable() ? end(name, node, node.seenAt()) : node);
        lastList = Optional.of(now);
        return new Losses(
                Collections.unmodifiableSortedMap(new TreeMap<>(counted)),
                Collections.unmodifiableSortedMap(new TreeMap<>(gpuSeconds)));
    }

    private Watched follow(JoinedNode joined, long now) {
        Node node = joined.node();
        Optional<Watched> before = Optional.ofNullable(watched.get(node.name()));
        if (!node.state().outOfService()) {
            return before.map(known -> known.unavailable() ? end(node.name(), known, now) : known.inService(now))
                    .orElseGet(() -> new Watched(false, joined.reason(), 0, now, 0, now));
        }
        long since = node.reason().since();
        if (before.isEmpty()) {
            boolean began = lastList.map(last -> since > last).orElse(false);
            if (began) {
                return begin(joined, lastList.orElse(now), now);
            }
            remember(joined, since == 0 ? now : Math.min(since, now), now);
            return outage(joined, now, now);
        }
        Watched known = before.get();
        if (!known.unavailable()) {
            boolean same = since > 0 && since == known.since();
            return same ? outage(joined, now, now) : begin(joined, known.seenAt(), now);
        }
        boolean again = !known.reason().equals(joined.reason())
                || (known.since() > 0 && joined.reason().owner().equals("slurm"));
        if (since > known.since() && again) {
            long replaced = between(since, known.until(), now);
            lose(node.name(), known, replaced);
            return begin(joined, replaced, now);
        }
        lose(node.name(), known, now);
        return outage(joined, now, now);
    }

    /** Counts a new outage, which began after {@code earliest}. */
    private Watched begin(JoinedNode joined, long earliest, long now) {
        counted.computeIfPresent(joined.node().name(), (unused, node) -> node.drained(joined.reason()));
        long since = joined.node().reason().since();
        long from = since == 0 ? now : between(since, earliest, now);
        remember(joined, from, now);
        return outage(joined, from, now);
    }

    private void remember(JoinedNode joined, long from, long now) {
        counted.computeIfPresent(joined.node().name(), (unused, node) -> node.began(joined, from, now));
    }

    private Watched outage(JoinedNode joined, long until, long now) {
        Node node = joined.node();
        counted.computeIfPresent(node.name(), (unused, counts) -> counts.lost(joined.reason(), 0, 0, now));
        long freeGpus =
                Math.max(0, node.usable().gpus().minus(node.allocated().gpus()).total());
        return new Watched(true, joined.reason(), node.reason().since(), until, freeGpus, now);
    }

    private Watched end(String name, Watched node, long now) {
        lose(name, node, node.seenAt());
        return node.inService(now);
    }

    private void lose(String name, Watched node, long until) {
        long time = Math.max(0, until - node.until());
        counted.computeIfPresent(name, (unused, counts) -> counts.lost(node.reason(), time, node.freeGpus(), until));
        gpuSeconds.merge(node.reason(), Amounts.product(time, node.freeGpus()), Amounts::sum);
    }

    /** Returns a time of slurmctld's clock within two times of the exporter's clock, which may differ or step back. */
    private static long between(long time, long from, long to) {
        return Math.min(to, Math.max(time, from));
    }

    private static SortedMap<NodeReason, Long> zeros(Set<NodeReason> reasons) {
        SortedMap<NodeReason, Long> zeros = new TreeMap<>(ORDER);
        reasons.forEach(reason -> zeros.put(reason, 0L));
        return Collections.unmodifiableSortedMap(zeros);
    }

    private static SortedMap<NodeReason, Long> plus(SortedMap<NodeReason, Long> counts, NodeReason reason, long more) {
        SortedMap<NodeReason, Long> sum = new TreeMap<>(counts);
        sum.merge(reason, more, Amounts::sum);
        return Collections.unmodifiableSortedMap(sum);
    }
}
