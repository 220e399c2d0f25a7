package dev.sluice.adapter.demand;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What an exporter says of one cluster, once. */
public sealed interface ClusterReport {

    /** The cluster's name in the exporter's configuration. */
    String cluster();

    /**
     * Numbers that the exporter trusts.
     *
     * @param observedAt when Slurm said so, by the exporter's clock
     * @param age how old that was when the exporter answered, not negative
     * @param maxAge how old it may become before nobody may act upon it; empty where the exporter leaves that to us
     * @param partitions empty where the exporter does not report partitions
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
     * No numbers, because the exporter does not trust what it has.
     *
     * @param reason the exporter's words
     */
    record Withheld(String cluster, String reason) implements ClusterReport {}
}
