package dev.sluice.adapter.demand;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The last report of one exporter about one cluster, and its last numbers that were available.
 *
 * @param latest the last report
 * @param since when the first report with the same content arrived, by our clock
 * @param known the last numbers that the exporter did not withhold
 * @param observedNanos the moment of {@code known}'s data, on the scale of {@link System#nanoTime()}
 */
record LastReport(ClusterReport latest, Instant since, Optional<ClusterReport.Published> known, long observedNanos) {

    /** What is known after the first report. */
    static LastReport of(ClusterReport report, Instant now, long nanoTime) {
        return report instanceof ClusterReport.Published published
                ? new LastReport(
                        report,
                        now,
                        Optional.of(published),
                        nanoTime - published.age().toNanos())
                : new LastReport(report, now, Optional.empty(), nanoTime);
    }

    /** What is known after a further report. */
    LastReport then(ClusterReport report, Instant now, long nanoTime) {
        if (report instanceof ClusterReport.Published published) {
            long observed = nanoTime - published.age().toNanos();
            // The same data cannot become younger: whoever says so hands on an old answer.
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
