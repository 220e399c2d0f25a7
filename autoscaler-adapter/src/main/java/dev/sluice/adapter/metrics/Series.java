package dev.sluice.adapter.metrics;

import dev.sluice.adapter.demand.Demand.ClusterDemand;
import dev.sluice.common.demand.DemandReport.NodeSetReport;
import dev.sluice.common.demand.DemandReport.PartitionReport;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One value of one metric.
 *
 * @param labels labels that selectors can use, sorted by name; all values are valid label values
 * @param object described Kubernetes object; empty for a partition
 * @param observedAt time of Slurm's data
 */
public record Series(
        Metric metric, Map<String, String> labels, Optional<NodeSetReport> object, long value, Instant observedAt) {

    static final String CLUSTER = "cluster";
    static final String NODESET = "nodeset";
    static final String KIND = "kind";
    static final String PARTITION = "partition";

    public Series {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    static Map<String, String> labels(ClusterDemand cluster, NodeSetReport nodeSet) {
        return Map.of(
                CLUSTER,
                LabelValues.of(cluster.cluster()),
                NODESET,
                LabelValues.of(nodeSet.name()),
                KIND,
                LabelValues.of(nodeSet.kind()));
    }

    static Series of(Metric metric, ClusterDemand cluster, NodeSetReport nodeSet, long value) {
        Instant observedAt = cluster.observedAt().orElse(Instant.EPOCH);
        return new Series(metric, labels(cluster, nodeSet), Optional.of(nodeSet), value, observedAt);
    }

    static Series of(Metric metric, ClusterDemand cluster, PartitionReport partition) {
        return new Series(
                metric,
                Map.of(CLUSTER, LabelValues.of(cluster.cluster()), PARTITION, LabelValues.of(partition.name())),
                Optional.empty(),
                partition.pendingNodes(),
                cluster.observedAt().orElse(Instant.EPOCH));
    }
}
