package dev.sluice.exporter.metrics;

import dev.sluice.exporter.metrics.MetricCatalog.Section;
import java.util.List;

/** The families of publishing to CloudWatch. */
public final class CloudWatchFamilies {

    public static final MetricFamily LEADER =
            gauge("sluice_cloudwatch_leader", "1 where this process is the one that publishes, else 0.");
    public static final MetricFamily UP = gauge(
            "sluice_cloudwatch_up",
            "1 where CloudWatch took everything at the newest publish, else 0; absent before the first and where"
                    + " another process publishes.");
    public static final MetricFamily METRICS = gauge(
            "sluice_cloudwatch_metrics",
            "CloudWatch metrics at the newest publish: published, over_budget (no room in cloudwatch.maxMetrics) or"
                    + " invalid (refused by CloudWatch).",
            "state");
    public static final MetricFamily REQUESTS = new MetricFamily(
            "sluice_cloudwatch_requests_total",
            MetricType.COUNTER,
            "",
            List.of("outcome"),
            "Requests to CloudWatch, by what became of them.");
    public static final MetricFamily PUBLISH_SECONDS = seconds(
            "sluice_cloudwatch_publish_seconds", "How long the newest publish took, waits between attempts included.");
    public static final MetricFamily LAST_SUCCESS = seconds(
            "sluice_cloudwatch_last_success_timestamp_seconds",
            "When CloudWatch last took everything, seconds since the epoch; absent before the first time.");
    public static final MetricFamily MONTHLY_COST = gauge(
            "sluice_cloudwatch_estimated_monthly_dollars",
            "What publishing as at the newest publish costs in a month, at most, at cloudwatch.pricePerMetric.");

    static final Section SECTION = new Section(
            "Publishing to CloudWatch",
            "sluice",
            "Only with `cloudwatch.enabled`. What is published, and what it costs:"
                    + " [guides/cloudwatch.md](guides/cloudwatch.md).",
            List.of(LEADER, UP, METRICS, REQUESTS, PUBLISH_SECONDS, LAST_SUCCESS, MONTHLY_COST));

    private CloudWatchFamilies() {}

    private static MetricFamily gauge(String name, String help, String... labels) {
        return new MetricFamily(name, MetricType.GAUGE, "", List.of(labels), help);
    }

    private static MetricFamily seconds(String name, String help) {
        return new MetricFamily(name, MetricType.GAUGE, "seconds", List.of(), help);
    }
}
