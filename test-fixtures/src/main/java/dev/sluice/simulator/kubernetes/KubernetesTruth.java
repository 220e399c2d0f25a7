package dev.sluice.simulator.kubernetes;

import java.util.List;
import java.util.OptionalInt;

/**
 * What really is, for tests: nothing of it has gone over the network.
 *
 * @param nodeSets in the order in which they were defined
 */
public record KubernetesTruth(List<OfNodeSet> nodeSets) {
    public KubernetesTruth {
        nodeSets = List.copyOf(nodeSets);
    }

    /**
     * One NodeSet.
     *
     * @param replicas of the spec
     * @param pods names of all pods, terminating ones included
     * @param ready Slurm names of the pods that are ready
     * @param condemned names of pods that are cordoned or terminating
     * @param ghosts Slurm names of records without a pod
     * @param desired the last good metric that its autoscaler has read; empty before the first
     * @param busyDrains nodes that were condemned while they ran a job, so far
     * @param undrains condemned nodes that were kept after all, so far
     */
    public record OfNodeSet(
            String name,
            int replicas,
            List<String> pods,
            List<String> ready,
            List<String> condemned,
            List<String> ghosts,
            OptionalInt desired,
            int busyDrains,
            int undrains) {
        public OfNodeSet {
            pods = List.copyOf(pods);
            ready = List.copyOf(ready);
            condemned = List.copyOf(condemned);
            ghosts = List.copyOf(ghosts);
        }
    }

    /** The NodeSet of that name. */
    public OfNodeSet nodeSet(String name) {
        return nodeSets.stream()
                .filter(set -> set.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no NodeSet " + name));
    }
}
