package dev.sluice.common.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Lays a job out on nodes. */
public final class Placement {

    private Placement() {}

    /**
     * Takes the first nodes that have room; nothing changes on them.
     *
     * @param candidates nodes that may be used, the preferred ones first
     * @param nodes how many the job needs
     * @param needOn what it needs on its n-th node
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
