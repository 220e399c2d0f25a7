package dev.sluice.simulator.kubernetes;

import java.util.List;
import java.util.OptionalInt;

/**
 * The actual state, for tests, read without the network.
 *
 * @param nodeSets in the order of definition
 */
public record KubernetesTruth(List<OfNodeSet> nodeSets) {
    public KubernetesTruth {
        nodeSets = List.copyOf(nodeSets);
    }

    /**
     * One NodeSet.
     *
     * @param replicas replicas of the spec
     * @param pods names of all pods, including terminating ones
     * @param ready Slurm names of the ready pods
     * @param condemned names of cordoned or terminating pods
     * @param ghosts Slurm names of records without a pod
     * @param desired last valid metric of its autoscaler; empty before the first
     * @param busyDrains number of nodes drained for removal while running a job
     * @param undrains number of nodes undrained before their removal
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

    public OfNodeSet nodeSet(String name) {
        return nodeSets.stream()
                .filter(set -> set.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no NodeSet " + name));
    }
}
