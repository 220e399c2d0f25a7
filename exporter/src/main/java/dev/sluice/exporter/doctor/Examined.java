package dev.sluice.exporter.doctor;

import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.model.kubernetes.ApiServiceOwner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is known of a cluster after every source has been read once.
 *
 * @param view what its numbers are made of
 * @param clockAhead by how much slurmctld's clock is ahead of ours; negative where it is behind
 * @param externalMetrics who serves external metrics in its Kubernetes; empty without Kubernetes
 */
public record Examined(ClusterView view, Duration clockAhead, Optional<ApiServiceOwner> externalMetrics) {

    /** All checks. */
    List<Finding> findings(Instant now) {
        return Stream.concat(SlurmChecks.of(this, now).stream(), KubernetesChecks.of(this, now).stream())
                .toList();
    }
}
