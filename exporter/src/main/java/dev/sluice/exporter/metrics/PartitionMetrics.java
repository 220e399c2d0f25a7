package dev.sluice.exporter.metrics;

import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionState;
import java.util.List;
import java.util.Locale;

/**
 * The metrics that come from the list of partitions.
 *
 * @param cluster cluster name
 * @param partitions the partitions
 */
public record PartitionMetrics(String cluster, List<Partition> partitions) implements MetricBatch {

    @Override
    public void forEach(MetricVisitor visitor) {
        for (Partition partition : partitions) {
            for (PartitionState state : PartitionState.values()) {
                if (state != PartitionState.UNKNOWN || partition.state() == PartitionState.UNKNOWN) {
                    visitor.sample(
                            SlurmFactFamilies.PARTITION_STATE,
                            partition.state() == state ? 1 : 0,
                            cluster,
                            partition.name(),
                            state.name().toLowerCase(Locale.ROOT));
                }
            }
        }
        partitions.forEach(partition -> visitor.sample(
                SlurmFactFamilies.PARTITION_CONFIGURED_NODES, partition.facts().nodes(), cluster, partition.name()));
        partitions.forEach(partition -> visitor.sample(
                SlurmFactFamilies.PARTITION_CONFIGURED_CPUS, partition.facts().cpus(), cluster, partition.name()));
        partitions.stream()
                .filter(partition -> partition.maxNodes() < Long.MAX_VALUE)
                .forEach(partition -> visitor.sample(
                        SlurmFactFamilies.PARTITION_MAX_NODES, partition.maxNodes(), cluster, partition.name()));
        partitions.forEach(partition -> partition
                .facts()
                .maxSeconds()
                .ifPresent(seconds ->
                        visitor.sample(SlurmFactFamilies.PARTITION_MAX_TIME, seconds, cluster, partition.name())));
    }
}
