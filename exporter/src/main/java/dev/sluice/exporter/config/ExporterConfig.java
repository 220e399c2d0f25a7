package dev.sluice.exporter.config;

import dev.sluice.common.log.LogLayout;
import dev.sluice.exporter.access.ListenConfig;
import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.DurationType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.kubernetes.KubernetesConfig;
import dev.sluice.exporter.metrics.MetricsConfig;
import dev.sluice.exporter.poll.PollConfig;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchConfig;
import dev.sluice.exporter.sink.otlp.OtlpConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.slf4j.event.Level;

/** The complete configuration, with defaults. */
@ConfigSection("The top-level keys.")
public record ExporterConfig(
        @Key(meaning = "The Slurm clusters. A failing cluster does not affect the others.")
        List<ClusterConfig> clusters,

        @Key(meaning = "Poll intervals and timeouts for Slurm.")
        PollConfig poll,

        @Key(meaning = "Address of `/metrics`.") PrometheusConfig prometheus,

        @Key(meaning = "Address of `/livez`, `/readyz`, the JSON API and the status page.")
        ApiConfig api,

        @Key(meaning = "Limits on series, and names in labels.")
        MetricsConfig metrics,

        @Key(meaning = "Prices for `sluice statement` and the dashboard *Cost & usage*.", shownWhereChanged = true)
        PricesConfig prices,

        @Key(meaning = "Publishing to Amazon CloudWatch.", name = "cloudwatch")
        CloudWatchConfig cloudWatch,

        @Key(meaning = "Pushing to an OTLP receiver.") OtlpConfig otlp,

        @Key(meaning = "Log level and format.") LogConfig log) {

    private static final int OTLP_GRPC = 4317;

    static final SectionType<ExporterConfig> SECTION = SectionType.of(ExporterConfig.class);

    public ExporterConfig {
        clusters = List.copyOf(clusters);
    }

    @ConfigSection.Check
    static void ports(SectionValues in) {
        ListenConfig prometheus = in.value("prometheus", PrometheusConfig.class).listen();
        if (in.value("api", ApiConfig.class).listen().collidesWith(prometheus)) {
            in.problem(
                    in.has("api") ? "api" : "prometheus",
                    "port",
                    "prometheus and api cannot share port " + prometheus.port() + "; expected two different ports");
        }
    }

    /**
     * Only one cluster may use a squeue command with the local slurm.conf or with the same server, because the command
     * shows the jobs of a single cluster.
     */
    @ConfigSection.Check
    static void oneClusterForEachSqueue(SectionValues in) {
        Set<List<String>> seen = new HashSet<>();
        for (ClusterConfig cluster : in.items("clusters", ClusterConfig.class)) {
            SlurmConfig slurm = cluster.slurm();
            if (slurm.squeue()
                    .map(path -> List.of(path.toString(), slurm.squeueServer().orElse("")))
                    .filter(command -> !seen.add(command))
                    .isPresent()) {
                in.problem(
                        "clusters",
                        "slurm.squeue of " + cluster.name() + " is that of another cluster, whose jobs it shows;"
                                + " expected for each cluster a script of its own that sets SLURM_CONF, or its own squeueServer");
            }
        }
    }

    @ConfigSection.Check
    static void agesToScaleBy(SectionValues in) {
        Duration interval = in.value("poll", PollConfig.class).interval();
        for (ClusterConfig cluster : in.items("clusters", ClusterConfig.class)) {
            Duration maxAge = cluster.kubernetes().scaling().maxAge();
            if (cluster.kubernetes().enabled() && maxAge.compareTo(interval) <= 0) {
                in.problem(
                        "clusters",
                        "kubernetes.scaling.maxAge of " + cluster.name() + " is " + DurationType.shortest(maxAge)
                                + ", so the signal would be withheld between polls; expected longer than"
                                + " poll.interval, which is " + DurationType.shortest(interval));
            }
        }
    }

    /**
     * Returns the effective configuration as YAML, one key per line; {@link ConfigLoader} reads this YAML as an equal
     * configuration.
     */
    public String describe() {
        return SECTION.block(this);
    }

    /** Returns the effective configuration on one line, for the log. */
    public String describeOnOneLine() {
        return SECTION.flow(this);
    }

    /**
     * Returns suspicious settings, which do not prevent a start, because such settings may become correct later. Each
     * line contains the key's path and no secrets.
     *
     * @param environment the process' environment
     */
    public List<String> warnings(Map<String, String> environment) {
        List<String> warnings = new ArrayList<>();
        for (int i = 0; i < clusters.size(); i++) {
            SlurmConfig slurm = clusters.get(i).slurm();
            String section = "clusters[" + i + "].slurm.";
            slurm.tokenFile()
                    .filter(file -> !ConfigLoader.readable(file))
                    .ifPresent(file -> warnings.add(section + "tokenFile: " + file
                            + " is not readable now; expected it before the first poll"));
            slurm.tokenEnv()
                    .filter(variable -> environment.getOrDefault(variable, "").isBlank())
                    .ifPresent(variable ->
                            warnings.add(section + "tokenEnv: " + variable + " is not set in this environment"));
        }
        for (OtlpConfig.Header header : otlp.headers()) {
            header.valueEnv()
                    .filter(name -> environment.getOrDefault(name, "").isBlank())
                    .ifPresent(name ->
                            warnings.add("otlp.headers[].valueEnv: " + name + " is not set in this environment"));
        }
        otlp.endpoint()
                .filter(url -> url.port() == OTLP_GRPC)
                .ifPresent(url -> warnings.add(
                        "otlp.endpoint: " + OTLP_GRPC + " is usually a gRPC port; OTLP/HTTP usually has 4318"));
        if (api.showUsers() && metrics.userNames() == NameRule.DROP) {
            warnings.add("api.showUsers: has no effect while metrics.userNames is drop");
        }
        unencrypted("prometheus", prometheus.listen(), warnings);
        unencrypted("api", api.listen(), warnings);
        return warnings;
    }

    private static void unencrypted(String section, ListenConfig listen, List<String> warnings) {
        if (listen.exposesCredentials()) {
            warnings.add(section + ".auth: tokens and passwords cross the network unencrypted, because " + section
                    + ".tls is missing; add it, or set " + section + ".host to 127.0.0.1");
        }
    }

    /**
     * Log level and format. {@code error}: an administrator must act. {@code warn}: degraded operation. {@code info}:
     * start, stop and changes of state. {@code debug}: every single poll.
     */
    @ConfigSection("Log level and format.")
    public record LogConfig(
            @Key(
                    meaning = "Lowest level to log.",
                    byDefault = "info",
                    oneOf = {"error", "warn", "info", "debug"})
            String level,

            @Key(meaning = "`text` for people, `json` for collectors.", byDefault = "text")
            LogLayout.Format format) {

        public Level minimum() {
            return Level.valueOf(level.toUpperCase(Locale.ROOT));
        }
    }

    /** One Slurm cluster to watch. */
    @ConfigSection("The Slurm clusters. A failing cluster does not affect the others.")
    public record ClusterConfig(
            @Key(meaning = "Value of the label `cluster`. Unique.", example = "research", maxLength = 128)
            String name,

            @Key(meaning = "The connection to slurmrestd.") SlurmConfig slurm,

            @Key(
                    meaning = "The cluster's objects in Kubernetes, and the scaling of its NodeSets.",
                    shownWhereChanged = true)
            KubernetesConfig kubernetes) {}
}
