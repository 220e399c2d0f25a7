package dev.sluice.adapter.demand;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What one exporter has said of one cluster.
 *
 * @param latest its last word
 * @param since by our clock, when it said so first
 * @param known the last numbers that it trusted
 * @param observedNanos the moment of {@code known}'s data, on the scale of {@link System#nanoTime()}
 */
record Heard(ClusterReport latest, Instant since, Optional<ClusterReport.Published> known, long observedNanos) {

    /** What is known after the first report. */
    static Heard of(ClusterReport report, Instant now, long nanoTime) {
        return report instanceof ClusterReport.Published published
                ? new Heard(
                        report,
                        now,
                        Optional.of(published),
                        nanoTime - published.age().toNanos())
                : new Heard(report, now, Optional.empty(), nanoTime);
    }

    /** What is known after a further report. */
    Heard then(ClusterReport report, Instant now, long nanoTime) {
        if (report instanceof ClusterReport.Published published) {
            long observed = nanoTime - published.age().toNanos();
            // The same data cannot become younger: whoever says so hands on an old answer.
            boolean same = known.filter(before -> before.observedAt().equals(published.observedAt()))
                    .isPresent();
            boolean younger = same && observedNanos - observed < 0;
            return new Heard(report, now, Optional.of(published), younger ? observedNanos : observed);
        }
        return new Heard(report, latest instanceof ClusterReport.Withheld ? since : now, known, observedNanos);
    }

    Optional<Duration> age(long nanoTime) {
        return known.map(unused -> Duration.ofNanos(nanoTime - observedNanos));
    }
}
