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
 */
public record ClusterStatus(String name, boolean ready, Optional<Instant> tokenExpiresAt, List<SourceStatus> sources) {

    public ClusterStatus {
        sources = List.copyOf(sources);
    }
}
