package dev.sluice.adapter.reader;

import dev.sluice.common.demand.ClusterReport;
import dev.sluice.common.demand.NodeSetReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The last report of one exporter on one cluster, and the last published demand.
 *
 * @param withheld the exporter's reason if the last report withholds the demand; empty if the last report has demand
 * @param since time, by the adapter's clock, at which the last published report arrived, or at which the first of
 *     several consecutive withheld reports arrived
 * @param known last report with demand
 * @param nodeSets NodeSets of {@code known}
 * @param observedNanos time of the data in {@code known}, on the scale of {@link System#nanoTime()}
 */
record LastReport(
        Optional<String> withheld,
        Instant since,
        Optional<ClusterReport> known,
        List<NodeSetReport> nodeSets,
        long observedNanos) {

    /** The state before the first report. */
    static final LastReport NONE = new LastReport(Optional.empty(), Instant.EPOCH, Optional.empty(), List.of(), 0);

    /** Returns the state after a further report. */
    LastReport then(ClusterReport report, Instant now, long nanoTime) {
        if (!report.publishing()) {
            return new LastReport(
                    report.reason().or(() -> Optional.of("it gives no reason")),
                    withheld.isPresent() ? since : now,
                    known,
                    nodeSets,
                    observedNanos);
        }
        long observed = nanoTime - report.age().orElse(Duration.ZERO).toNanos();
        // Data cannot become younger, so a response with the same data and a smaller age is outdated.
        boolean same = known.filter(before -> before.observedAt().equals(report.observedAt()))
                .isPresent();
        boolean younger = same && observedNanos - observed < 0;
        return new LastReport(
                Optional.empty(),
                now,
                Optional.of(report),
                report.nodeSets().orElse(List.of()),
                younger ? observedNanos : observed);
    }

    Optional<Duration> age(long nanoTime) {
        return known.map(unused -> Duration.ofNanos(nanoTime - observedNanos));
    }
}
