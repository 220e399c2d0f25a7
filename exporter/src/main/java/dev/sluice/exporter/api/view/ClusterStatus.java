package dev.sluice.exporter.api.view;

import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.publish.PublishedCounts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of one cluster, for the status API and readiness.
 *
 * @param ready true after the first complete poll, even if later polls fail
 * @param tokenExpiresAt expiry of the slurmrestd token; empty if the expiry is unknown
 * @param sources sources in display order
 * @param counts published numbers of jobs by state; empty before the first count
 */
public record ClusterStatus(
        String name,
        boolean ready,
        Optional<Instant> tokenExpiresAt,
        List<SourceStatus> sources,
        Optional<PublishedCounts> counts) {

    public ClusterStatus {
        sources = List.copyOf(sources);
    }

    /** Returns true if the cluster is ready, or if each required source that has never been read failed. */
    public boolean known() {
        List<SourceStatus> required =
                sources.stream().filter(SlurmSource::isRequired).toList();
        return ready
                || (!required.isEmpty()
                        && required.stream()
                                .allMatch(source -> source.observedAt().isPresent()
                                        || source.failure().isPresent()));
    }

    /** Returns the numbers of jobs by state; empty if the numbers are too old. */
    public Optional<PublishedCounts> countsAt(Instant now) {
        return counts.filter(published -> published.expiresAt().isAfter(now));
    }
}
