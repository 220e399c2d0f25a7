package dev.sluice.simulator.kubernetes;

import java.util.Comparator;

/**
 * Which pods slurm-operator removes first: without a machine, not ready, idle, with the earliest deadline, cordoned
 * already, with the higher ordinal, ready for a shorter time.
 */
final class VictimOrder {
    static final Comparator<Worker> FIRST_TO_GO = Comparator.<Worker, Boolean>comparing(
                    worker -> worker.machine().isPresent())
            .thenComparing(Worker::isReady)
            .thenComparingLong(Worker::deadline)
            .thenComparing(worker -> !worker.isCordoned())
            .thenComparing(Comparator.comparingInt(Worker::ordinal).reversed())
            .thenComparing(Comparator.comparingLong(Worker::readyAt).reversed());

    private VictimOrder() {}
}
