package dev.sluice.exporter.api.view;

import java.util.List;

/**
 * The content of /api/v1/demand.
 *
 * @param clusters every configured cluster, in display order
 */
public record DemandReport(List<ClusterDemand> clusters) {

    public DemandReport {
        clusters = List.copyOf(clusters);
    }

    public boolean publishing() {
        return clusters.stream().anyMatch(ClusterDemand::publishing);
    }
}
