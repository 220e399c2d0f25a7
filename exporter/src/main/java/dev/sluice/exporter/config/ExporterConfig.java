package dev.sluice.exporter.config;

import dev.sluice.exporter.config.cluster.ClusterConfig;
import dev.sluice.exporter.config.network.ListenConfig;
import dev.sluice.exporter.config.schema.Check;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.config.schema.type.Durations;
import dev.sluice.exporter.config.sink.CloudWatchConfig;
import dev.sluice.exporter.config.sink.OtlpConfig;
import dev.sluice.exporter.config.yaml.YamlWriter;
import java.time.Duration;
import java.util.List;

/** Everything that the configuration file says, with the defaults filled in. */
@Section("The keys at the top of the file.")
public record ExporterConfig(
        @Key(meaning = "The Slurm clusters to watch. One that fails leaves the others alone.")
        List<ClusterConfig> clusters,

        @Key(meaning = "How often Slurm is asked.") PollConfig poll,
        @Key(meaning = "Where metrics are served.") ListenConfig prometheus,

        @Key(meaning = "Where health, status and the API are served, and what they say of people.")
        ApiConfig api,

        @Key(meaning = "How many series there may be.") MetricsConfig metrics,

        @Key(meaning = "What is published to Amazon CloudWatch.", name = "cloudwatch")
        CloudWatchConfig cloudWatch,

        @Key(meaning = "What is pushed to an OTLP receiver.")
        OtlpConfig otlp,

        @Key(meaning = "What is logged, and how.") LogConfig log) {

    static final SectionType<ExporterConfig> SECTION = SectionType.of(ExporterConfig.class);

    public ExporterConfig {
        clusters = List.copyOf(clusters);
    }

    @Check
    static void ports(SectionValues in) {
        ListenConfig prometheus = in.value("prometheus", ListenConfig.class);
        if (in.value("api", ApiConfig.class).listen().collidesWith(prometheus)) {
            in.problem(
                    in.has("api") ? "api" : "prometheus",
                    "port",
                    "prometheus and api cannot share port " + prometheus.port() + "; expected two different ports");
        }
    }

    @Check
    static void agesToScaleBy(SectionValues in) {
        Duration interval = in.value("poll", PollConfig.class).interval();
        for (ClusterConfig cluster : in.items("clusters", ClusterConfig.class)) {
            Duration maxAge = cluster.kubernetes().scaling().maxAge();
            if (cluster.kubernetes().enabled() && maxAge.compareTo(interval) <= 0) {
                in.problem(
                        "clusters",
                        "kubernetes.scaling.maxAge of " + cluster.name() + " is " + Durations.text(maxAge)
                                + ", so that demand would be withheld between polls; expected longer than"
                                + " poll.interval, which is " + Durations.text(interval));
            }
        }
    }

    /** The configuration in force as YAML, one key per line; {@link ConfigLoader} reads it back to an equal one. */
    public String describe() {
        return YamlWriter.block(SECTION.write(this));
    }

    /** The same on one line, for a log. */
    public String describeOnOneLine() {
        return YamlWriter.flow(SECTION.write(this));
    }
}
