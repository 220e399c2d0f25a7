package dev.sluice.exporter.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is published to Amazon CloudWatch.
 *
 * @param enabled whether anything is
 * @param namespace CloudWatch namespace
 * @param region AWS region; empty to find it where the SDK looks
 * @param endpoint where CloudWatch is; empty for the region's own
 * @param clusterName name of the Kubernetes cluster, a dimension of every metric; empty for no such dimension
 * @param interval between two publishes
 * @param maxMetrics how many metrics there may be at most
 * @param pricePerMetric what one costs in a month
 * @param partitions whether each partition has metrics
 * @param nodeSets whether each NodeSet has metrics
 * @param leader host name of the one process that publishes; empty where there is only one
 * @param metrics metrics beside the built-in ones
 */
public record CloudWatchConfig(
        boolean enabled,
        String namespace,
        Optional<String> region,
        Optional<String> endpoint,
        Optional<String> clusterName,
        Duration interval,
        int maxMetrics,
        double pricePerMetric,
        boolean partitions,
        boolean nodeSets,
        Optional<String> leader,
        List<CloudWatchMetricConfig> metrics) {

    /** What holds unless the file says otherwise. */
    public static final CloudWatchConfig DEFAULTS = new CloudWatchConfig(
            false,
            "Slurm",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Duration.ofMinutes(1),
            500,
            0.3,
            true,
            true,
            Optional.empty(),
            List.of());

    public CloudWatchConfig {
        metrics = List.copyOf(metrics);
    }
}
