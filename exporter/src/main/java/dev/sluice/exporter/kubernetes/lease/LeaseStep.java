package dev.sluice.exporter.kubernetes.lease;

import java.time.Duration;

/** What an {@link Election} wants to be done next. */
public sealed interface LeaseStep {

    /** Read the Lease. */
    record Read() implements LeaseStep {}

    /** Make the Lease, which there is not. */
    record Create(LeaseRecord record) implements LeaseStep {}

    /**
     * Replace the Lease, if it is still the one that was read.
     *
     * @param version the resource version that it must have
     */
    record Update(String version, LeaseRecord record) implements LeaseStep {}

    /** Do nothing for some time. */
    record Wait(Duration time) implements LeaseStep {}
}
