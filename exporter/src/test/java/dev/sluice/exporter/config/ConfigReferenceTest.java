package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.log.LogFormat;
import dev.sluice.exporter.config.cluster.ClusterConfig;
import dev.sluice.exporter.config.cluster.ControllerMetrics;
import dev.sluice.exporter.config.cluster.KubernetesConfig;
import dev.sluice.exporter.config.cluster.ScalingConfig;
import dev.sluice.exporter.config.cluster.SlurmConfig;
import dev.sluice.exporter.config.cluster.SlurmUrl;
import dev.sluice.exporter.config.network.ListenConfig;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.sink.CloudWatchConfig;
import dev.sluice.exporter.config.sink.OtlpConfig;
import dev.sluice.fixtures.GoldenFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfigReferenceTest {

    @Test
    void documentsEveryKeyThatTheLoaderKnows() {
        GoldenFile.at(Path.of("docs/configuration.md")).matches(ConfigReference.render());
    }

    @Test
    void namesTheKeysOfTheContract() {
        assertThat(ConfigKeys.paths())
                .contains(
                        "clusters[0].name",
                        "clusters[0].slurm.url",
                        "clusters[0].slurm.user",
                        "clusters[0].slurm.tokenFile",
                        "clusters[0].slurm.tokenEnv",
                        "clusters[0].slurm.apiVersion",
                        "clusters[0].slurm.tls.verifyHost",
                        "clusters[0].kubernetes.enabled",
                        "clusters[0].kubernetes.namespace",
                        "poll.interval",
                        "poll.dutyCycle",
                        "poll.maxAge",
                        "prometheus.port",
                        "prometheus.tls.certFile",
                        "prometheus.auth.bearerTokenFile",
                        "api.port",
                        "api.tls.clientCaFile",
                        "api.auth.basic.passwordFile",
                        "otlp.endpoint",
                        "otlp.sigv4.region",
                        "log.format");
    }

    @Test
    void smallestFileLoadsWithTheDocumentedDefaults() throws ConfigException {
        ExporterConfig config = Loaded.from(ConfigReference.MINIMAL);

        SlurmConfig slurm = new SlurmConfig(
                new SlurmUrl.Tcp(false, "slurm-restapi.slurm", 6820, ""),
                "slurm",
                Optional.of(Path.of("/var/run/secrets/slurm/SLURM_JWT")),
                Optional.empty(),
                Optional.empty(),
                1_000_000,
                new ControllerMetrics(true, Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(3),
                Optional.empty());
        KubernetesConfig kubernetes = new KubernetesConfig(
                true,
                Optional.of("slurm"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                true,
                new KubernetesConfig.MachineGpus(false, 1000, 20),
                50_000,
                new ScalingConfig(
                        0,
                        Duration.ZERO,
                        Duration.ofHours(1),
                        Duration.ZERO,
                        Duration.ofMinutes(15),
                        Duration.ZERO,
                        true,
                        Duration.ofMinutes(3),
                        Optional.empty()),
                List.of());
        assertThat(config)
                .isEqualTo(new ExporterConfig(
                        List.of(new ClusterConfig("research", slurm, kubernetes)),
                        new PollConfig(
                                Duration.ofSeconds(15),
                                0.1,
                                Duration.ofMinutes(5),
                                Optional.empty(),
                                Duration.ofSeconds(30),
                                Duration.ofMinutes(3),
                                Duration.ofMinutes(1),
                                Duration.ofMinutes(2),
                                new BudgetConfig(Optional.empty(), 1)),
                        new PrometheusConfig(new ListenConfig("0.0.0.0", 9341)),
                        new ApiConfig(new ListenConfig("0.0.0.0", 8080), false, false),
                        Loaded.changed(Loaded.changed(Loaded.DEFAULTS.metrics(), "topUsers", 50), "topAccounts", 50),
                        SectionType.of(PricesConfig.class).defaults(),
                        SectionType.of(CloudWatchConfig.class).defaults(),
                        OtlpConfig.DEFAULTS,
                        new LogConfig(LogConfig.Level.INFO, LogFormat.TEXT)));
    }

    @Test
    void completeFileLoadsAndChangesNoDefault() throws ConfigException {
        ExporterConfig complete = Loaded.from(ConfigReference.example());

        ExporterConfig minimal = Loaded.from("""
                clusters:
                  - name: research
                    slurm:
                      url: https://slurm-restapi.slurm:6820
                      tokenFile: /var/run/secrets/slurm/SLURM_JWT
                """);
        assertThat(complete).isEqualTo(minimal);
    }

    @Test
    void everyExampleThatIsCommentedOutLoadsToo() throws ConfigException {
        String uncommented = ConfigReference.example()
                .replaceAll("(?m)^( *)# ([A-Za-z]+: [^ ]+)$", "$1$2")
                .replaceAll("(?m)^ *tokenEnv: .*\n", "");

        SlurmConfig slurm = Loaded.from(uncommented).clusters().get(0).slurm();

        assertThat(slurm.apiVersion()).contains("v0.0.42");
        assertThat(slurm.tls().orElseThrow().keyFile()).contains(Path.of("/etc/sluice/client-key.pem"));
        assertThat(Loaded.from(uncommented).poll().maxAge()).contains(Duration.ofMinutes(5));
    }
}
