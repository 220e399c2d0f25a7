package dev.sluice.simulator.kubernetes;

import java.util.List;
import java.util.OptionalInt;

/**
 * The actual state of Kubernetes, for tests. Tests read this state without the network.
 *
 * @param nodeSets NodeSets in the order of their definition
 */
public record KubernetesTruth(List<OfNodeSet> nodeSets) {
    public KubernetesTruth {
        nodeSets = List.copyOf(nodeSets);
    }

    /**
     * One NodeSet.
     *
     * @param replicas replicas of the spec
     * @param pods names of all pods, including terminating pods
     * @param ready Slurm names of the ready pods
     * @param condemned names of cordoned or terminating pods
     * @param ghosts Slurm names of records without a pod
     * @param desired last valid metric of the NodeSet's autoscaler; empty before the first valid metric
     * @param busyDrains number of nodes that were drained for removal while they ran a job
     */
    public record OfNodeSet(
            String name,
            int replicas,
            List<String> pods,
            List<String> ready,
            List<String> condemned,
            List<String> ghosts,
            OptionalInt desired,
            int busyDrains) {
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
