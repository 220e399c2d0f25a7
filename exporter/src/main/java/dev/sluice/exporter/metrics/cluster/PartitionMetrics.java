package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.metrics.family.ClosedLabels;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionState;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** The metrics from the partition list. */
public record PartitionMetrics(String cluster, List<Partition> partitions) {

    private static final ClosedLabels<PartitionState> STATE = ClosedLabels.of(
                    "state", PartitionState.values(), state -> state.name().toLowerCase(Locale.ROOT))
            .showing(state -> state != PartitionState.UNKNOWN);
    private static final Scope<PartitionMetrics, Partition> PARTITION = Scope.cluster(PartitionMetrics::cluster)
            .each("partition, its own state and limits", PartitionMetrics::partitions)
            .by("partition", Partition::name);

    public static final Section<PartitionMetrics> SECTION = Section.of(
            "Partitions",
            SlurmSource.PARTITIONS.label(),
            "",
            PARTITION
                    .gauge("slurm_partition_state")
                    .help("1 for the current state of the partition, 0 for the others: up, down, drain or inactive.")
                    .by(STATE)
                    .value((partition, state) -> partition.state() == state ? 1 : 0),
            PARTITION
                    .gauge("slurm_partition_configured_nodes")
                    .help("Configured nodes of the partition.")
                    .value(partition -> partition.details().nodes()),
            PARTITION
                    .gauge("slurm_partition_configured_cpus")
                    .help("Configured CPUs of the partition.")
                    .value(partition -> partition.details().cpus()),
            PARTITION
                    .gauge("slurm_partition_max_job_nodes")
                    .help("Maximum number of nodes of one job; absent without a limit.")
                    .optional(
                            partition -> DoubleStream.of(partition.maxNodes()).filter(nodes -> nodes < Long.MAX_VALUE)),
            PARTITION
                    .seconds("slurm_partition_max_job_seconds")
                    .help("Maximum time limit of one job; absent without a limit.")
                    .optional(partition ->
                            partition.details().maxSeconds().stream().asDoubleStream()));
}
