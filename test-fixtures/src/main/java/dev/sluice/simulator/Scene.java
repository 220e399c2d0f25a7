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
    /** The same nodes, partitions and limits without jobs, drained nodes or reservations, forever. */
    EMPTY {
        @Override
        SimulatedCluster cluster(long seed, Instant now, Optional<KubernetesOptions> kubernetes) {
            return kubernetes
                    .map(options -> SimulatedCluster.quietOnKubernetes(now, options))
                    .orElseGet(() -> SimulatedCluster.quiet(now));
        }
    };

    abstract SimulatedCluster cluster(long seed, Instant now, Optional<KubernetesOptions> kubernetes);
}
