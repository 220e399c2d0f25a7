package dev.sluice.adapter.demand;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is known of one cluster at one moment. Where it is not trusted, its NodeSets say what the cluster had, and their
 * numbers are not to be used.
 *
 * @param cluster its name
 * @param distrust why its numbers must not be used, for people; empty where they can be trusted
 * @param observedAt when Slurm said so; empty where nothing was ever known
 * @param age how old that is by now; empty where nothing was ever known
 * @param nodeSets by their order in the answer
 * @param partitions empty where the exporter does not report partitions
 */
public record ClusterDemand(
        String cluster,
        Optional<String> distrust,
        Optional<Instant> observedAt,
        Optional<Duration> age,
        NodeSets nodeSets,
        Optional<List<PartitionDemand>> partitions) {

    public ClusterDemand {
        partitions = partitions.map(List::copyOf);
    }

    public boolean trusted() {
        return distrust.isEmpty();
    }

    /** Whether its NodeSets have ever been known. */
    public boolean known() {
        return observedAt.isPresent();
    }
}
