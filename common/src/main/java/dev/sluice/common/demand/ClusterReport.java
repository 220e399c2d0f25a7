package dev.sluice.common.demand;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The demand of one cluster.
 *
 * @param cluster name in the exporter's configuration
 * @param observedAt time of Slurm's data, by the exporter's clock; present while publishing
 * @param age age of Slurm's data at the time of the response; present while publishing
 * @param maxAge maximum age of usable data
 * @param publishing false if the exporter withholds the demand
 * @param reason reason why the demand is withheld
 * @param nodeSets present while publishing; otherwise only, and empty, in a cluster without Kubernetes
 * @param partitions demand by partition; empty if the demand is withheld, or not reported by partition
 */
public record ClusterReport(
        @Required String cluster,
        Optional<Instant> observedAt,
        @JsonProperty("ageSeconds") Optional<Duration> age,
        @JsonProperty("maxAgeSeconds") Optional<Duration> maxAge,
        @Required boolean publishing,
        Optional<String> reason,
        Optional<List<NodeSetReport>> nodeSets,
        Optional<List<PartitionReport>> partitions) {

    public ClusterReport {
        Counts.named("cluster", cluster);
        age.ifPresent(value -> Counts.check("ageSeconds", value));
        maxAge.ifPresent(value -> Counts.check("maxAgeSeconds", value));
        nodeSets = nodeSets.map(List::copyOf);
        partitions = partitions.map(List::copyOf);
        nodeSets.ifPresent(all -> Counts.distinct("nodeSets", all, NodeSetReport::fullName));
        partitions.ifPresent(all -> Counts.distinct("partitions", all, PartitionReport::name));
        if (publishing) {
            require("observedAt", observedAt.isPresent());
            require("ageSeconds", age.isPresent());
            require("nodeSets", nodeSets.isPresent());
        }
    }

    private static void require(String member, boolean present) {
        if (!present) {
            throw new IllegalArgumentException(member + " is missing");
        }
    }

    /** Returns true for a cluster without Kubernetes, which has no NodeSets at all. */
    public boolean hasNoNodeSets() {
        return !publishing && nodeSets.isPresent();
    }

    /**
     * The demand of one partition's pending jobs.
     *
     * @param name name of the partition, as in Slurm
     * @param pendingNodes number of nodes that pending jobs need in addition to busy nodes
     * @param pendingJobs pending jobs by class
     */
    public record PartitionReport(
            @Required String name,
            @Required long pendingNodes,
            @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Long> pendingJobs) {

        public PartitionReport {
            Counts.named("name", name);
            Counts.check("pendingNodes", pendingNodes);
        }
    }
}
