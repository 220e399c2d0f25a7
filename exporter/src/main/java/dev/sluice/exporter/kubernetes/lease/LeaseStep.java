package dev.sluice.exporter.kubernetes.lease;

import java.time.Duration;

/** The next step of an {@link Election}. */
public sealed interface LeaseStep {

    /** Read the Lease. */
    record Read() implements LeaseStep {}

    /** Create the missing Lease. */
    record Create(LeaseRecord record) implements LeaseStep {}

    /**
     * Replace the Lease if its version is unchanged.
     *
     * @param version required resource version
     */
    record Update(String version, LeaseRecord record) implements LeaseStep {}

    /** Wait. */
    record Wait(Duration time) implements LeaseStep {}
}
