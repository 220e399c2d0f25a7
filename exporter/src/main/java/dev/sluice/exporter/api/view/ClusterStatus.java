package dev.sluice.exporter.api.view;

import dev.sluice.exporter.model.SourceStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of one cluster, for the status API and readiness.
 *
 * @param name cluster name
 * @param ready whether a complete poll of it has happened; stays true afterwards
 * @param tokenExpiresAt when the token for slurmrestd expires; empty where that is not known
 * @param sources its sources, in the order in which they are shown
 * @param counts jobs by state as they are published; empty until they have been counted
 */
public record ClusterStatus(
        String name,
        boolean ready,
        Optional<Instant> tokenExpiresAt,
        List<SourceStatus> sources,
        Optional<ClusterView.Counts> counts) {

    public ClusterStatus {
        sources = List.copyOf(sources);
    }

    /** Jobs by state, unless they are too old to be shown. */
    public Optional<ClusterView.Counts> countsAt(Instant now) {
        return counts.filter(published -> published.expiresAt().isAfter(now));
    }
}
