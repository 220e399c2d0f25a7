package dev.sluice.exporter.config;

import java.nio.file.Path;
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
 * @param leader host name of the one process that publishes; empty where there is only one, or where they agree
 * @param lease the Lease of Kubernetes by which several processes agree on who publishes
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
        Lease lease,
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
            new Lease(false, Optional.empty(), "sluice-cloudwatch", Optional.empty(), Optional.empty()),
            List.of());

    public CloudWatchConfig {
        metrics = List.copyOf(metrics);
    }

    /**
     * A Lease of Kubernetes.
     *
     * @param enabled whether it is asked for
     * @param namespace its namespace; present where it is
     * @param name its name
     * @param kubeconfig how to get to the API server; empty for the service account of our own pod
     * @param context the context in that file; empty for its current one
     */
    public record Lease(
            boolean enabled,
            Optional<String> namespace,
            String name,
            Optional<Path> kubeconfig,
            Optional<String> context) {}
}
