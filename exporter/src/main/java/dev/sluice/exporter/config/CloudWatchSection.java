package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Durations;
import dev.sluice.exporter.config.schema.FlagType;
import dev.sluice.exporter.config.schema.FractionType;
import dev.sluice.exporter.config.schema.IntegerType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.ListOf;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.Texts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys under {@code cloudwatch}. */
final class CloudWatchSection {

    private static final CloudWatchConfig DEFAULTS = CloudWatchConfig.DEFAULTS;

    private static final Key<CloudWatchConfig, Boolean> ENABLED = Key.withDefault(
            "enabled",
            new FlagType(),
            DEFAULTS.enabled(),
            "Whether metrics are published to CloudWatch, which costs money: `--cloudwatch-dry-run` says how much.",
            CloudWatchConfig::enabled);

    private static final Key<CloudWatchConfig, String> NAMESPACE = Key.withDefault(
            "namespace",
            Texts.matching(
                    "CloudWatch namespace (letters, digits and _.-/#, not AWS/...)", "(?!AWS/)[A-Za-z0-9_./#-]{1,255}"),
            DEFAULTS.namespace(),
            "The CloudWatch namespace.",
            CloudWatchConfig::namespace);

    private static final Key<CloudWatchConfig, String> REGION = Key.optional(
            "region",
            Texts.matching("AWS region", "[a-z0-9-]{1,63}"),
            "AWS_REGION, the profile or the instance says it",
            "eu-central-1",
            "The AWS region.",
            CloudWatchConfig::region);

    private static final Key<CloudWatchConfig, String> ENDPOINT = Key.optional(
            "endpoint",
            Texts.matching("http or https URL", "https?://[A-Za-z0-9.:\\[\\]-]+/?"),
            "the region's own, or AWS_ENDPOINT_URL_CLOUDWATCH",
            "https://monitoring.eu-central-1.amazonaws.com",
            "Where CloudWatch is, such as a VPC endpoint.",
            CloudWatchConfig::endpoint);

    private static final Key<CloudWatchConfig, String> CLUSTER_NAME = Key.optional(
            "clusterName",
            Texts.matching("name of 1 to 255 printable ASCII characters", "[!-~][ -~]{0,254}"),
            "there is no such dimension",
            "my-eks-cluster",
            "The name of the Kubernetes cluster: dimension `ClusterName` of every metric, as in Container Insights.",
            CloudWatchConfig::clusterName);

    private static final Key<CloudWatchConfig, Duration> INTERVAL = Key.withDefault(
            "interval",
            Durations.between(Duration.ofMinutes(1), Duration.ofHours(1)),
            DEFAULTS.interval(),
            "Time between two publishes. A longer one saves next to nothing: metrics are paid for, not points.",
            CloudWatchConfig::interval);

    private static final Key<CloudWatchConfig, Integer> MAX_METRICS = Key.withDefault(
            "maxMetrics",
            new IntegerType(1, 100_000),
            DEFAULTS.maxMetrics(),
            "The most metrics that are published. Beyond that, further metrics go first, then those of partitions, of"
                    + " NodeSets and of clusters.",
            CloudWatchConfig::maxMetrics);

    private static final Key<CloudWatchConfig, Double> PRICE_PER_METRIC = Key.withDefault(
            "pricePerMetric",
            new FractionType(),
            DEFAULTS.pricePerMetric(),
            "What a metric costs in a month, for the estimate alone: USD in most regions for the first 10,000.",
            CloudWatchConfig::pricePerMetric);

    private static final Key<CloudWatchConfig, Boolean> PARTITIONS = Key.withDefault(
            "partitions",
            new FlagType(),
            DEFAULTS.partitions(),
            "Whether each partition has metrics, 12 each.",
            CloudWatchConfig::partitions);

    private static final Key<CloudWatchConfig, Boolean> NODE_SETS = Key.withDefault(
            "nodeSets",
            new FlagType(),
            DEFAULTS.nodeSets(),
            "Whether each NodeSet has metrics, 8 each.",
            CloudWatchConfig::nodeSets);

    private static final Key<CloudWatchConfig, String> LEADER = Key.optional(
            "leader",
            Texts.word("host name"),
            "this process publishes",
            "sluice-exporter-0",
            "Where several exporters watch the same clusters: the host name (`HOSTNAME`) of the only one that publishes."
                    + " Two would double every sum. `lease` does without naming one.",
            CloudWatchConfig::leader);

    private static final Key<CloudWatchConfig, CloudWatchConfig.Lease> LEASE = Key.withDefault(
            "lease",
            CloudWatchLeaseSection.SECTION,
            DEFAULTS.lease(),
            "Where several exporters watch the same clusters in Kubernetes: they agree by a Lease on the only one that"
                    + " publishes, and another follows when it is gone.",
            CloudWatchConfig::lease);

    private static final Key<CloudWatchConfig, List<CloudWatchMetricConfig>> METRICS = Key.optional(
            "metrics",
            new ListOf<>(CloudWatchMetricSection.SECTION, CloudWatchMetricSection.NAME),
            "the built-in ones alone",
            "",
            "Metrics beside the built-in ones.",
            cloudWatch -> Optional.of(cloudWatch.metrics()).filter(metrics -> !metrics.isEmpty()));

    static final Section<CloudWatchConfig> SECTION = new Section<>(
            "Publishing a small part of the metrics to Amazon CloudWatch: [guides/cloudwatch.md](guides/cloudwatch.md).",
            List.of(
                    ENABLED,
                    NAMESPACE,
                    REGION,
                    ENDPOINT,
                    CLUSTER_NAME,
                    INTERVAL,
                    MAX_METRICS,
                    PRICE_PER_METRIC,
                    PARTITIONS,
                    NODE_SETS,
                    LEADER,
                    LEASE,
                    METRICS),
            CloudWatchSection::bind);

    private CloudWatchSection() {}

    private static Optional<CloudWatchConfig> bind(SectionReader in) {
        CloudWatchConfig.Lease lease = in.value(LEASE);
        if (lease.enabled() && in.has(LEADER)) {
            in.problem(LEADER, "not together with lease, which finds out who publishes; remove one of the two");
        }
        return Optional.of(new CloudWatchConfig(
                in.value(ENABLED),
                in.value(NAMESPACE),
                in.find(REGION),
                in.find(ENDPOINT),
                in.find(CLUSTER_NAME),
                in.value(INTERVAL),
                in.value(MAX_METRICS),
                in.value(PRICE_PER_METRIC),
                in.value(PARTITIONS),
                in.value(NODE_SETS),
                in.find(LEADER),
                lease,
                in.find(METRICS).orElse(List.of())));
    }
}
