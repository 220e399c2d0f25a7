package dev.sluice.exporter.api.view;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the exporter says of itself.
 *
 * @param version its version
 * @param startedAt when it started
 * @param metricsAddress URL of /metrics; a host of {@code 0.0.0.0} or {@code [::]} stands for all of ours
 * @param clusters every configured cluster
 * @param publisher who publishes to CloudWatch; empty where that is off
 */
public record ExporterStatus(
        String version,
        Instant startedAt,
        String metricsAddress,
        List<ClusterStatus> clusters,
        Optional<PublisherView> publisher) {

    public ExporterStatus {
        clusters = List.copyOf(clusters);
    }

    public boolean ready() {
        return clusters.stream().allMatch(ClusterStatus::ready);
    }
}
