package dev.sluice.exporter.api.view;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of the exporter.
 *
 * @param metricsAddress URL of /metrics; a host of {@code 0.0.0.0} or {@code [::]} means all local addresses
 * @param clusters every configured cluster
 * @param publisher state of the CloudWatch publisher; empty while CloudWatch is off
 */
public record ExporterStatus(
        String version,
        Instant startedAt,
        String metricsAddress,
        List<ClusterView> clusters,
        Optional<Publisher> publisher) {

    public ExporterStatus {
        clusters = List.copyOf(clusters);
    }

    /**
     * Returns true if each cluster was read, or its failure is known. One failing cluster must not make a roll-out fail
     * for the others.
     */
    public boolean ready() {
        return clusters.stream().allMatch(ClusterView::known);
    }

    /**
     * The state of the CloudWatch publisher.
     *
     * @param publishing true if this process publishes
     */
    public record Publisher(boolean publishing) {}
}
