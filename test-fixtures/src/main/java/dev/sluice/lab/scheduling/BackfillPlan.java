package dev.sluice.lab.scheduling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The latest start of a pending job and its planned nodes (EASY backfill). Other jobs may start earlier if they do not
 * delay the pending job.
 *
 * @param startAt start time if every running job runs to its time limit
 * @param nodes names of the planned nodes
 */
public record BackfillPlan(long startAt, Set<String> nodes) {

    /**
     * The end of a running job on one node.
     *
     * @param at time at which the job reaches its time limit
     */
    public record Ending(long at, NodeAllocation allocation) {}

    /** Returns true if a job that runs on the node until {@code endAt} would delay the planned job. */
    public boolean isDelayedBy(String node, long endAt) {
        return endAt > startAt && nodes.contains(node);
    }

    /**
     * Plans the job on the nodes that first have enough free resources. Assumes that running jobs end at their time
     * limits.
     *
     * @param candidates usable nodes, preferred nodes first; not changed
     * @param nodes number of nodes that the job needs
     * @param need needed resources per node
     * @param running ends of the running jobs on all nodes
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
