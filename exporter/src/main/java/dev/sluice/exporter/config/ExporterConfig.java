package dev.sluice.exporter.config;

import dev.sluice.exporter.config.yaml.YamlWriter;
import java.util.List;

/**
 * Everything that the configuration file says, with the defaults filled in.
 *
 * @param clusters at least one
 * @param poll how often they are asked
 * @param prometheus where metrics are served
 * @param api where the API is served, and what it says of people
 * @param metrics how many series there may be
 * @param cloudWatch what is published to CloudWatch
 * @param otlp what is pushed by OTLP
 * @param log what is logged
 */
public record ExporterConfig(
        List<ClusterConfig> clusters,
        PollConfig poll,
        ListenConfig prometheus,
        ApiConfig api,
        MetricsConfig metrics,
        CloudWatchConfig cloudWatch,
        OtlpConfig otlp,
        LogConfig log) {

    public ExporterConfig {
        clusters = List.copyOf(clusters);
    }

    /** The configuration in force as YAML, one key per line; {@link ConfigLoader} reads it back to an equal one. */
    public String describe() {
        return YamlWriter.block(RootSection.SECTION.write(this));
    }

    /** The same on one line, for a log. */
    public String describeOnOneLine() {
        return YamlWriter.flow(RootSection.SECTION.write(this));
    }
}
