package dev.sluice.exporter.config.sink;

import dev.sluice.exporter.config.schema.Check;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.schema.SectionValues;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What is published to Amazon CloudWatch. */
@Section("Publishing a small part of the metrics to Amazon CloudWatch: [guides/cloudwatch.md](guides/cloudwatch.md).")
public record CloudWatchConfig(
        @Key(
                meaning = "Whether metrics are published to CloudWatch, which costs money: `--cloudwatch-dry-run` says"
                        + " how much.",
                byDefault = "false")
        boolean enabled,

        @Key(
                meaning = "The CloudWatch namespace.",
                byDefault = "Slurm",
                pattern = "(?!AWS/)[A-Za-z0-9_./#-]{1,255}",
                expected = "CloudWatch namespace (letters, digits and _.-/#, not AWS/...)")
        String namespace,

        @Key(
                meaning = "The AWS region.",
                absent = "AWS_REGION, the profile or the instance says it",
                example = "eu-central-1",
                pattern = "[a-z0-9-]{1,63}",
                expected = "AWS region")
        Optional<String> region,

        @Key(
                meaning = "Where CloudWatch is, such as a VPC endpoint.",
                absent = "the region's own, or AWS_ENDPOINT_URL_CLOUDWATCH",
                example = "https://monitoring.eu-central-1.amazonaws.com",
                pattern = "https?://[A-Za-z0-9.:\\[\\]-]+/?",
                expected = "http or https URL")
        Optional<String> endpoint,

        @Key(
                meaning = "The name of the Kubernetes cluster: dimension `ClusterName` of every metric, as in Container"
                        + " Insights.",
                absent = "there is no such dimension",
                example = "my-eks-cluster",
                pattern = "[!-~][ -~]{0,254}",
                expected = "name of 1 to 255 printable ASCII characters")
        Optional<String> clusterName,

        @Key(
                meaning = "Time between two publishes. A longer one saves next to nothing: metrics are paid for, not"
                        + " points.",
                byDefault = "1m",
                range = "1m to 1h")
        Duration interval,

        @Key(
                meaning = "The most metrics that are published. Beyond that, further metrics go first, then those of"
                        + " partitions, of NodeSets and of clusters.",
                byDefault = "500",
                range = "1 to 100000")
        int maxMetrics,

        @Key(
                meaning = "What a metric costs in a month, for the estimate alone: USD in most regions for the first"
                        + " 10,000.",
                byDefault = "0.3")
        double pricePerMetric,

        @Key(meaning = "Whether each partition has metrics, 12 each.", byDefault = "true")
        boolean partitions,

        @Key(meaning = "Whether each NodeSet has metrics, 8 each.", byDefault = "true")
        boolean nodeSets,

        @Key(
                meaning = "Where several exporters watch the same clusters: the host name (`HOSTNAME`) of the only one"
                        + " that publishes. Two would double every sum. `lease` does without naming one.",
                absent = "this process publishes",
                example = "sluice-exporter-0",
                word = "host name")
        Optional<String> leader,

        @Key(
                meaning = "Where several exporters watch the same clusters in Kubernetes: they agree by a Lease on the"
                        + " only one that publishes, and another follows when it is gone.")
        Lease lease,

        @Key(meaning = "Metrics beside the built-in ones.", absent = "the built-in ones alone")
        List<CloudWatchMetricConfig> metrics) {

    /** What holds unless the file says otherwise. */
    public static final CloudWatchConfig DEFAULTS =
            SectionType.of(CloudWatchConfig.class).defaults();

    public CloudWatchConfig {
        metrics = List.copyOf(metrics);
    }

    @Check
    static void onePublisher(SectionValues in) {
        if (in.value("lease", Lease.class).enabled() && in.has("leader")) {
            in.problem("leader", "not together with lease, which finds out who publishes; remove one of the two");
        }
    }

    /** A Lease of Kubernetes. */
    @Section("The Lease by which several exporters of the same clusters agree on the one that publishes:"
            + " [one publisher](guides/cloudwatch.md#one-publisher).")
    public record Lease(
            @Key(
                    meaning =
                            "Whether only the holder of the Lease publishes. It takes the rights to create Leases, and"
                                    + " to get and update this one.",
                    byDefault = "false")
            boolean enabled,

            @Key(
                    meaning = "The namespace of the Lease.",
                    absent = "required where `enabled`",
                    example = "slurm",
                    word = "namespace")
            Optional<String> namespace,

            @Key(
                    meaning = "The name of the Lease. It is made where there is none.",
                    byDefault = "sluice-cloudwatch",
                    pattern = "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?",
                    expected = "name of a Lease (lower case, digits, - and .)")
            String name,

            @Key(
                    meaning = "The kubeconfig file that says where the API server is and who we are.",
                    absent = "the service account of our own pod",
                    example = "/etc/sluice/kubeconfig")
            Optional<Path> kubeconfig,

            @Key(
                    meaning = "The context in the kubeconfig file. Only together with `kubeconfig`.",
                    absent = "the file's current context",
                    example = "research",
                    word = "name of a context")
            Optional<String> context) {

        @Check
        static void namespaceOfLease(SectionValues in) {
            if (in.value("enabled", Boolean.class) && !in.has("namespace")) {
                in.problem("namespace", "missing; expected the namespace of the Lease");
            }
        }

        @Check
        static void contextInKubeconfig(SectionValues in) {
            if (in.has("context") && !in.has("kubeconfig")) {
                in.problem("context", "only together with kubeconfig, which holds the contexts");
            }
        }
    }
}
