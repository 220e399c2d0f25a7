package dev.sluice.exporter.derive.pending;

import java.time.Instant;

/** A change of a pending job that the present state of the nodes makes useful. */
public sealed interface Help {

    /**
     * It fits on free nodes of a partition that it was not submitted to, and no job waits there for resources.
     *
     * @param free how many nodes of it are free
     * @param needs how many it needs
     */
    record OtherPartition(String partition, long free, long needs) implements Help {}

    /**
     * It fits on free nodes of its partition until a reservation begins.
     *
     * @param seconds the time until then
     */
    record ShorterLimit(String partition, String reservation, Instant until, long seconds) implements Help {}
}
