package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Publishing to Amazon CloudWatch. */
@ConfigSection(
        value = "See [the guide](guides/cloudwatch.md).",
        removed =
                @ConfigSection.Removed(
                        key = "lease",
                        message = "removed: remove the key, and publish from one exporter: run one, or set"
                                + " cloudwatch.leader to the host name of one"))
public record CloudWatchConfig(
        @Key(
                meaning = "Publishes metrics, which costs money: `--cloudwatch-dry-run` shows the cost.",
                byDefault = "false")
        boolean enabled,

        @Key(
                meaning = "CloudWatch namespace.",
                byDefault = "Slurm",
                pattern = "(?!AWS/)[A-Za-z0-9_./#-]{1,255}",
                expected = "CloudWatch namespace (letters, digits and _.-/#, not AWS/...)")
        String namespace,

        @Key(
                meaning = "AWS region.",
                absent = "AWS_REGION, the profile or the instance",
                example = "eu-central-1",
                pattern = "[a-z0-9-]{1,63}",
                expected = "AWS region")
        Optional<String> region,

        @Key(
                meaning = "URL of CloudWatch, such as a VPC endpoint.",
                absent = "the region's endpoint, or AWS_ENDPOINT_URL_CLOUDWATCH",
                example = "https://monitoring.eu-central-1.amazonaws.com",
                pattern = "https?://[A-Za-z0-9.:\\[\\]-]+/?",
                expected = "http or https URL")
        Optional<String> endpoint,

        @Key(
                meaning = "The dimension `ClusterName` of every metric, as in Container Insights.",
                absent = "no such dimension",
                example = "my-eks-cluster",
                pattern = "[!-~][ -~]{0,254}",
                expected = "name of 1 to 255 printable ASCII characters")
        Optional<String> clusterName,

        @Key(meaning = "Time between two publishes.", byDefault = "1m", range = "1m to 1h")
        Duration interval,

        @Key(meaning = "Maximum number of metrics.", byDefault = "500", range = "1 to 100000")
        int maxMetrics,

        @Key(meaning = "Monthly price of a metric in USD, only for the estimate.", byDefault = "0.3")
        double pricePerMetric,

        @Key(meaning = "Publishes 12 metrics per partition.", byDefault = "true")
        boolean partitions,

        @Key(meaning = "Publishes 8 metrics per NodeSet.", byDefault = "true")
        boolean nodeSets,

        @Key(
                meaning = "Host name (`HOSTNAME`) of the only publisher; not for pods.",
                absent = "this process publishes",
                example = "slurmctld-1",
                word = "host name")
        Optional<String> leader,

        @Key(meaning = "Additional metrics.", absent = "the built-in metrics only")
        List<MetricConfig> metrics) {

    public CloudWatchConfig {
        metrics = List.copyOf(metrics);
    }

    /** One additional CloudWatch metric. */
    @ConfigSection("Additional metrics.")
    public record MetricConfig(
            @Key(
                    meaning = "Metric name in CloudWatch.",
                    example = "gpus_by_account",
                    pattern = "[A-Za-z0-9_./-]{1,255}",
                    expected = "name of 1 to 255 letters, digits and _.-/")
            String name,

            @Key(
                    meaning = "Source family in [metrics.md](metrics.md).",
                    example = "slurm_account_gpus_allocated",
                    word = "name of a family")
            String family,

            @Key(
                    meaning = "Labels that become dimensions. Each combination of values is a metric.",
                    absent = "one metric per cluster",
                    example = "account",
                    pattern = "[a-z][a-z0-9_]*",
                    expected = "labels, separated by commas")
            List<String> dimensions,

            @Key(
                    meaning = "Values of labels that select samples.",
                    absent = "all samples",
                    example = "state=running",
                    pattern = "[a-z][a-z0-9_]*=[^=|,]+(\\|[^=|,]+)*",
                    expected = "rules such as state=idle|mixed, separated by commas")
            List<String> where,

            @Key(
                    meaning = "Aggregation of samples with the same dimensions; `present` is 1 if a sample exists. "
                            + "Counters are always summed.",
                    byDefault = "sum")
            Aggregation fold) {

        public MetricConfig {
            dimensions = List.copyOf(dimensions);
            where = List.copyOf(where);
        }

        DeclaredMetric declared() {
            MetricFamily source = MetricCatalog.family(family);
            List<String> labels = new ArrayList<>(dimensions);
            if (source.labels().contains("cluster")) {
                labels.remove("cluster");
                labels.add(0, "cluster");
            }
            return new DeclaredMetric(name, source, DeclaredMetric.rules(where), labels, fold, source);
        }
    }
}
