package dev.sluice.adapter.demand;

import java.util.List;

/**
 * What is known of all clusters at one moment.
 *
 * @param clusters by name
 * @param unheard why, for each exporter that has never answered: nobody knows which clusters it would report
 */
public record Demand(List<ClusterDemand> clusters, List<String> unheard) {

    public Demand {
        clusters = List.copyOf(clusters);
        unheard = List.copyOf(unheard);
    }
}
