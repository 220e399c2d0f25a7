package dev.sluice.adapter.demand;

import java.util.List;

/**
 * A snapshot of the demand of all clusters.
 *
 * @param clusters clusters, sorted by name
 * @param silent one reason for each exporter that has never responded; the clusters of these exporters are unknown
 */
public record Demand(List<ClusterDemand> clusters, List<String> silent) {

    public Demand {
        clusters = List.copyOf(clusters);
        silent = List.copyOf(silent);
    }
}
