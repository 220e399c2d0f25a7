package dev.sluice.adapter.demand;

import dev.sluice.common.demand.DemandReport.NodeSetReport;
import dev.sluice.common.demand.DemandReport.PartitionReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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

    /**
     * A snapshot of the demand of one cluster. If the demand is not trusted, the NodeSets show the last known demand, which
     * must not be used for scaling.
     *
     * @param cluster name of the cluster
     * @param distrust readable reason why the demand must not be used; empty if the demand is trusted
     * @param observedAt time of Slurm's data; empty if the demand was never known
     * @param age current age of Slurm's data; empty if the demand was never known
     * @param nodeSets NodeSets in the order of the response
     * @param partitions demand of the partitions; empty if the exporter does not report partitions
     */
    public record ClusterDemand(
            String cluster,
            Optional<String> distrust,
            Optional<Instant> observedAt,
            Optional<Duration> age,
            List<NodeSetReport> nodeSets,
            Optional<List<PartitionReport>> partitions) {

        public ClusterDemand {
            nodeSets = List.copyOf(nodeSets);
            partitions = partitions.map(List::copyOf);
        }

        public boolean trusted() {
            return distrust.isEmpty();
        }

        public boolean known() {
            return observedAt.isPresent();
        }
    }
}
