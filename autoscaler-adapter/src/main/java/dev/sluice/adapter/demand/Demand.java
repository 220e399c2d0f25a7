package dev.sluice.adapter.demand;

import java.util.List;

/**
 * A snapshot of the demand of all clusters.
 *
 * @param clusters clusters, sorted by name
 * @param unheard reason for each exporter that has never responded, whose clusters are unknown
 */
public record Demand(List<ClusterDemand> clusters, List<String> unheard) {

    public Demand {
        clusters = List.copyOf(clusters);
        unheard = List.copyOf(unheard);
    }
}
