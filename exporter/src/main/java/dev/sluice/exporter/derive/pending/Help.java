package dev.sluice.exporter.derive.pending;

import java.time.Instant;

/** A change that would let a pending job start on nodes that are free now. */
public sealed interface Help {

    /**
     * The job fits on free nodes of another partition. No job of the other partition waits for resources.
     *
     * @param free number of free nodes in the other partition
     * @param needs number of nodes that the job needs in the other partition
     */
    record OtherPartition(String partition, long free, long needs) implements Help {}

    /**
     * With a shorter time limit, the job fits on free nodes of its partition before a reservation begins.
     *
     * @param seconds seconds until the reservation begins
     */
    record ShorterLimit(String partition, String reservation, Instant until, long seconds) implements Help {}
}
