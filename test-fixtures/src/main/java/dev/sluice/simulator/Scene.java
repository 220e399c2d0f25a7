package dev.sluice.simulator;

import dev.sluice.simulator.kubernetes.KubernetesOptions;
import java.time.Instant;
import java.util.Optional;

/** The activity on the simulated cluster. */
enum Scene {
    /** A working day: users, incidents, maintenance. */
    BUSY {
        @Override
        SimulatedCluster cluster(long seed, Instant now, Optional<KubernetesOptions> kubernetes) {
            return kubernetes
                    .map(options -> SimulatedCluster.livingOnKubernetes(seed, now, options))
                    .orElseGet(() -> SimulatedCluster.living(seed, now));
        }
    },
    /** The busy scene with 40 times as many nodes and jobs; 1,120 nodes with Kubernetes. */
    LARGE {
        @Override
        SimulatedCluster cluster(long seed, Instant now, Optional<KubernetesOptions> kubernetes) {
            return kubernetes
                    .map(options -> SimulatedCluster.livingOnKubernetes(seed, now, options, TIMES))
                    .orElseGet(() -> SimulatedCluster.living(seed, now, TIMES));
        }
    },
    /** The nodes, partitions and limits of BUSY, but without jobs, drained nodes and reservations. */
    EMPTY {
        @Override
        SimulatedCluster cluster(long seed, Instant now, Optional<KubernetesOptions> kubernetes) {
            return kubernetes
                    .map(options -> SimulatedCluster.quietOnKubernetes(now, options))
                    .orElseGet(() -> SimulatedCluster.quiet(now));
        }
    };

    private static final int TIMES = 40;

    abstract SimulatedCluster cluster(long seed, Instant now, Optional<KubernetesOptions> kubernetes);
}
