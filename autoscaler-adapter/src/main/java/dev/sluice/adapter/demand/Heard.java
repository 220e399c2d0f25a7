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

    /**
     * What is known after a further report.
     *
     * @param before what was known, if anything
     */
    static Heard after(Optional<Heard> before, ClusterReport report, Instant now, long nanoTime) {
        if (report instanceof ClusterReport.Published published) {
            long observed = nanoTime - published.age().toNanos();
            // The same data cannot become younger: whoever says so hands on an old answer.
            boolean same = before.flatMap(Heard::known)
                    .filter(known -> known.observedAt().equals(published.observedAt()))
                    .isPresent();
            if (same && before.get().observedNanos - observed < 0) {
                observed = before.get().observedNanos;
            }
            return new Heard(report, now, Optional.of(published), observed);
        }
        Instant since = before.filter(heard -> heard.latest instanceof ClusterReport.Withheld)
                .map(Heard::since)
                .orElse(now);
        return new Heard(
                report,
                since,
                before.flatMap(Heard::known),
                before.map(Heard::observedNanos).orElse(nanoTime));
    }

    Optional<Duration> age(long nanoTime) {
        return known.map(unused -> Duration.ofNanos(nanoTime - observedNanos));
    }
}
