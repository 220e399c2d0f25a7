package dev.sluice.exporter.api.view;

import java.util.List;

/**
 * What /api/v1/demand tells.
 *
 * @param clusters every configured cluster, in the order in which they are shown
 */
public record DemandReport(List<ClusterDemand> clusters) {

    public DemandReport {
        clusters = List.copyOf(clusters);
    }

    public boolean publishing() {
        return clusters.stream().anyMatch(ClusterDemand::publishing);
    }
}
