package dev.sluice.adapter.reader;

import dev.sluice.adapter.demand.ClusterReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The last report of one exporter on one cluster, and the last published demand.
 *
 * @param withheld last report if the exporter withheld the demand; empty if the last report has demand
 * @param since time, by the adapter's clock, at which the last published report arrived, or at which the first of
 *     several consecutive withheld reports arrived
 * @param known last demand that the exporter did not withhold
 * @param observedNanos time of the data in {@code known}, on the scale of {@link System#nanoTime()}
 */
record LastReport(
        Optional<ClusterReport.Withheld> withheld,
        Instant since,
        Optional<ClusterReport.Published> known,
        long observedNanos) {

    /** The state before the first report. */
    static final LastReport NONE = new LastReport(Optional.empty(), Instant.EPOCH, Optional.empty(), 0);

    /** Returns the state after a further report. */
    LastReport then(ClusterReport report, Instant now, long nanoTime) {
        if (report instanceof ClusterReport.Withheld reason) {
            return new LastReport(Optional.of(reason), withheld.isPresent() ? since : now, known, observedNanos);
        }
        ClusterReport.Published published = (ClusterReport.Published) report;
        long observed = nanoTime - published.age().toNanos();
        // Data cannot become younger, so a response with the same data and a smaller age is outdated.
        boolean same = known.filter(before -> before.observedAt().equals(published.observedAt()))
                .isPresent();
        boolean younger = same && observedNanos - observed < 0;
        return new LastReport(Optional.empty(), now, Optional.of(published), younger ? observedNanos : observed);
    }

    Optional<Duration> age(long nanoTime) {
        return known.map(unused -> Duration.ofNanos(nanoTime - observedNanos));
    }
}
