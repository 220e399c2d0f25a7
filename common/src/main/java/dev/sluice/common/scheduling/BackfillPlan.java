package dev.sluice.common.scheduling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where and when a waiting job will start at the latest (EASY backfill). Other jobs may start before it where they do not
 * delay it.
 *
 * @param startAt when it starts if every running job runs to its limit
 * @param nodes names of the nodes that are kept for it
 */
public record BackfillPlan(long startAt, Set<String> nodes) {

    public BackfillPlan {
        nodes = Set.copyOf(nodes);
    }

    /**
     * The end of a running job on one node.
     *
     * @param at when the job reaches its time limit
     */
    public record Ending(long at, NodeAllocation allocation) {}

    /** Whether a job that runs on the node until that time would delay the planned one. */
    public boolean isDelayedBy(String node, long endAt) {
        return endAt > startAt && nodes.contains(node);
    }

    /**
     * The nodes that have room first, if running jobs end at their limits, one after the other.
     *
     * @param candidates nodes that the job may use, the preferred ones first; they stay as they are
     * @param nodes how many the job needs
     * @param need what it needs on each of them
     * @param running what runs, on these nodes or others
     */
    public static Optional<BackfillPlan> of(
            List<FreeResources> candidates, int nodes, Need need, Collection<Ending> running, long now) {
        Map<String, FreeResources> full = new LinkedHashMap<>();
        List<String> free = new ArrayList<>();
        for (FreeResources candidate : candidates) {
            if (candidate.offer(need).isPresent()) {
                free.add(candidate.node().name());
            } else {
                full.put(candidate.node().name(), candidate.copy());
            }
        }
        long at = now;
        List<Ending> endings = running.stream()
                .filter(ending -> full.containsKey(ending.allocation().node().name()))
                .sorted(Comparator.comparingLong(Ending::at))
                .toList();
        for (int i = 0; i < endings.size() && free.size() < nodes; ) {
            at = endings.get(i).at();
            for (; i < endings.size() && endings.get(i).at() == at; i++) {
                NodeAllocation allocation = endings.get(i).allocation();
                Optional.ofNullable(full.get(allocation.node().name())).ifPresent(node -> node.give(allocation));
            }
            full.values().removeIf(node -> {
                boolean fits = node.offer(need).isPresent();
                if (fits) {
                    free.add(node.node().name());
                }
                return fits;
            });
        }
        return free.size() < nodes
                ? Optional.empty()
                : Optional.of(new BackfillPlan(Math.max(at, now), Set.copyOf(free.subList(0, nodes))));
    }
}
