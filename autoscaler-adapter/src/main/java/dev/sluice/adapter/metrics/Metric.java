package dev.sluice.adapter.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The metrics that the adapter offers, whatever the exporters report. */
public enum Metric {
    NODESET_DESIRED_REPLICAS("slurm_nodeset_desired_replicas", true),
    NODESET_PENDING_NODES("slurm_nodeset_pending_nodes", true),
    PARTITION_PENDING_NODES("slurm_partition_pending_nodes", false);

    private final String metricName;
    private final boolean ofNodeSets;

    Metric(String metricName, boolean ofNodeSets) {
        this.metricName = metricName;
        this.ofNodeSets = ofNodeSets;
    }

    public String metricName() {
        return metricName;
    }

    /** Returns true if the metric has one value per NodeSet, false if the metric has one value per partition. */
    public boolean ofNodeSets() {
        return ofNodeSets;
    }

    public static Optional<Metric> named(String name) {
        return Arrays.stream(values())
                .filter(metric -> metric.metricName.equals(name))
                .findFirst();
    }

    public static List<Metric> ofObjects() {
        return Arrays.stream(values()).filter(Metric::ofNodeSets).toList();
    }
}
