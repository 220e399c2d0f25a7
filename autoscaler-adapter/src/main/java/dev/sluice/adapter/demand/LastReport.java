package dev.sluice.adapter.demand;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The last report of one exporter on one cluster, and the last published demand.
 *
 * @param latest last report
 * @param since time, by the adapter's clock, at which the last published report arrived, or at which the first of
 *     several consecutive withheld reports arrived
 * @param known last demand that the exporter did not withhold
 * @param observedNanos time of the data in {@code known}, on the scale of {@link System#nanoTime()}
 */
record LastReport(ClusterReport latest, Instant since, Optional<ClusterReport.Published> known, long observedNanos) {

    /** Returns the state after the first report. */
    static LastReport of(ClusterReport report, Instant now, long nanoTime) {
        return report instanceof ClusterReport.Published published
                ? new LastReport(
                        report,
                        now,
                        Optional.of(published),
                        nanoTime - published.age().toNanos())
                : new LastReport(report, now, Optional.empty(), nanoTime);
    }

    /** Returns the state after a further report. */
    LastReport then(ClusterReport report, Instant now, long nanoTime) {
        if (report instanceof ClusterReport.Published published) {
            long observed = nanoTime - published.age().toNanos();
            // Data cannot become younger, so a response with the same data and a smaller age is outdated.
            boolean same = known.filter(before -> before.observedAt().equals(published.observedAt()))
                    .isPresent();
            boolean younger = same && observedNanos - observed < 0;
            return new LastReport(report, now, Optional.of(published), younger ? observedNanos : observed);
        }
        return new LastReport(report, latest instanceof ClusterReport.Withheld ? since : now, known, observedNanos);
    }

    Optional<Duration> age(long nanoTime) {
        return known.map(unused -> Duration.ofNanos(nanoTime - observedNanos));
    }
}
