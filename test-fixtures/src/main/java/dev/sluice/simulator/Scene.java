package dev.sluice.simulator;

import dev.sluice.simulator.cluster.HybridDemoCluster;
import dev.sluice.simulator.kubernetes.KubernetesOptions;
import java.time.Instant;
import java.util.Optional;

/** The activity on the simulated cluster. */
enum Scene {
    /** A working day: users, incidents, maintenance. */
    BUSY(1),
    /** The busy scene with 40 times as many nodes and jobs; 1,120 nodes with Kubernetes. */
    LARGE(40),
    /**
     * The nodes, partitions and limits of BUSY, but without jobs, drained nodes and reservations. NodeSets have their
     * minimum, which is what an empty cluster needs.
     */
    EMPTY(1);

    private final int times;

    Scene(int times) {
        this.times = times;
    }

    SimulatedCluster cluster(long seed, Instant now, Optional<KubernetesOptions> kubernetes) {
        if (this == EMPTY) {
            return kubernetes
                    .map(options -> withFewestNodes(SimulatedCluster.quietOnKubernetes(now, options)))
                    .orElseGet(() -> SimulatedCluster.quiet(now));
        }
        return kubernetes
                .map(options -> SimulatedCluster.livingOnKubernetes(seed, now, options, times))
                .orElseGet(() -> SimulatedCluster.living(seed, now, times));
    }

    private static SimulatedCluster withFewestNodes(SimulatedCluster cluster) {
        cluster.kubernetes()
                .ifPresent(kubernetes ->
                        HybridDemoCluster.nodeSets(1).forEach(set -> kubernetes.scale(set.name(), set.min())));
        return cluster;
    }
}
