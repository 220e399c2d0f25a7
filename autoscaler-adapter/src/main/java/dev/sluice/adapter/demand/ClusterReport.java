package dev.sluice.adapter.demand;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One report of an exporter on one cluster. */
public sealed interface ClusterReport {

    /** Returns the cluster's name in the exporter's configuration. */
    String cluster();

    /**
     * Demand that the exporter trusts.
     *
     * @param observedAt time of Slurm's data, by the exporter's clock
     * @param age age of Slurm's data when the exporter responded, not negative
     * @param maxAge maximum age of usable data; empty if the exporter sends no maximum age
     * @param partitions demand of the partitions; empty if the exporter does not report partitions
     */
    record Published(
            String cluster,
            Instant observedAt,
            Duration age,
            Optional<Duration> maxAge,
            NodeSets nodeSets,
            Optional<List<PartitionDemand>> partitions)
            implements ClusterReport {

        public Published {
            partitions = partitions.map(List::copyOf);
        }
    }

    /**
     * No demand, because the exporter does not trust its data.
     *
     * @param reason the exporter's text
     */
    record Withheld(String cluster, String reason) implements ClusterReport {}

    /** A cluster without Kubernetes, which has no NodeSets at all. */
    record WithoutNodeSets(String cluster) implements ClusterReport {}
}
