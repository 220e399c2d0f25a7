package dev.sluice.lab.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Places a job on nodes. */
public final class Placement {

    private Placement() {}

    /**
     * Returns allocations on the first nodes that satisfy the need; empty if too few nodes satisfy the need. Does not
     * change the nodes.
     *
     * @param candidates usable nodes, preferred nodes first
     * @param nodes number of nodes that the job needs
     * @param needOn needed resources on the job's n-th node
     */
    public static Optional<List<NodeAllocation>> of(
            List<FreeResources> candidates, int nodes, IntFunction<Need> needOn) {
        List<NodeAllocation> chosen = new ArrayList<>();
        for (FreeResources candidate : candidates) {
            if (chosen.size() == nodes) {
                break;
            }
            candidate.offer(needOn.apply(chosen.size())).ifPresent(chosen::add);
        }
        return chosen.size() == nodes ? Optional.of(chosen) : Optional.empty();
    }
}
