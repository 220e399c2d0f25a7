package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Durations;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.ListOf;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys at the top of the file. */
final class RootSection {

    private static final Key<ExporterConfig, List<ClusterConfig>> CLUSTERS = Key.required(
            "clusters",
            new ListOf<>(ClusterSection.SECTION, ClusterSection.NAME),
            "",
            "The Slurm clusters to watch. One that fails leaves the others alone.",
            ExporterConfig::clusters);

    private static final Key<ExporterConfig, PollConfig> POLL = Key.withDefault(
            "poll", PollSection.SECTION, PollConfig.DEFAULTS, "How often Slurm is asked.", ExporterConfig::poll);

    private static final Key<ExporterConfig, ListenConfig> PROMETHEUS = Key.withDefault(
            "prometheus",
            ListenSection.PROMETHEUS.section(),
            ListenConfig.PROMETHEUS_DEFAULTS,
            "Where metrics are served.",
            ExporterConfig::prometheus);

    private static final Key<ExporterConfig, ApiConfig> API = Key.withDefault(
            "api",
            ApiSection.SECTION,
            ApiConfig.DEFAULTS,
            "Where health, status and the API are served, and what they say of people.",
            ExporterConfig::api);

    private static final Key<ExporterConfig, MetricsConfig> METRICS = Key.withDefault(
            "metrics",
            MetricsSection.SECTION,
            MetricsConfig.DEFAULTS,
            "How many series there may be.",
            ExporterConfig::metrics);

    private static final Key<ExporterConfig, CloudWatchConfig> CLOUD_WATCH = Key.withDefault(
            "cloudwatch",
            CloudWatchSection.SECTION,
            CloudWatchConfig.DEFAULTS,
            "What is published to Amazon CloudWatch.",
            ExporterConfig::cloudWatch);
    private static final Key<ExporterConfig, OtlpConfig> OTLP = Key.withDefault(
            "otlp",
            OtlpSection.SECTION,
            OtlpConfig.DEFAULTS,
            "What is pushed to an OTLP receiver.",
            ExporterConfig::otlp);

    private static final Key<ExporterConfig, LogConfig> LOG = Key.withDefault(
            "log", LogSection.SECTION, LogConfig.DEFAULTS, "What is logged, and how.", ExporterConfig::log);

    static final Section<ExporterConfig> SECTION = new Section<>(
            "The keys at the top of the file.",
            List.of(CLUSTERS, POLL, PROMETHEUS, API, METRICS, CLOUD_WATCH, OTLP, LOG),
            RootSection::bind);

    private RootSection() {}

    private static Optional<ExporterConfig> bind(SectionReader in) {
        Optional<List<ClusterConfig>> clusters = in.find(CLUSTERS);
        PollConfig poll = in.value(POLL);
        ListenConfig prometheus = in.value(PROMETHEUS);
        ApiConfig api = in.value(API);
        MetricsConfig metrics = in.value(METRICS);
        CloudWatchConfig cloudWatch = in.value(CLOUD_WATCH);
        OtlpConfig otlp = in.value(OTLP);
        LogConfig log = in.value(LOG);
        if (api.listen().collidesWith(prometheus)) {
            String collision =
                    "prometheus and api cannot share port " + prometheus.port() + "; expected two different ports";
            if (in.has(API)) {
                in.problem(API, ApiSection.PORT, collision);
            } else {
                in.problem(PROMETHEUS, ListenSection.PROMETHEUS.port(), collision);
            }
        }
        for (ClusterConfig cluster : clusters.orElse(List.of())) {
            Duration maxAge = cluster.kubernetes().scaling().maxAge();
            if (cluster.kubernetes().enabled() && maxAge.compareTo(poll.interval()) <= 0) {
                in.problem(
                        CLUSTERS,
                        "kubernetes.scaling.maxAge of " + cluster.name() + " is " + Durations.text(maxAge)
                                + ", so that demand would be withheld between polls; expected longer than"
                                + " poll.interval, which is " + Durations.text(poll.interval()));
            }
        }
        return clusters.map(found -> new ExporterConfig(found, poll, prometheus, api, metrics, cloudWatch, otlp, log));
    }
}
