package dev.sluice.exporter;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.exporter.access.ListenConfig;
import dev.sluice.exporter.config.ApiConfig;
import dev.sluice.exporter.config.ConfigException;
import dev.sluice.exporter.config.ConfigLoader;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.config.PrometheusConfig;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchConfig;
import dev.sluice.exporter.sink.cloudwatch.FakeCloudWatch;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.SimulatedSlurmrestd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the exporter with credentials that the AWS SDK finds. */
@Tag("slow")
class CloudWatchTest {

    private static final ListenConfig LOOPBACK = new ListenConfig("127.0.0.1", 0);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final List<String> PROPERTIES =
            List.of("aws.accessKeyId", "aws.secretAccessKey", "aws.disableEc2Metadata");

    private final FakeCloudWatch cloudWatch = new FakeCloudWatch();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private SimulatedSlurmrestd slurmrestd;

    @TempDir
    private Path folder;

    CloudWatchTest() throws IOException {
        slurmrestd = SimulatedSlurmrestd.start(SimulatedCluster.living(7, Instant.now()));
    }

    @BeforeEach
    void giveCredentials() {
        System.setProperty("aws.accessKeyId", "AKIDEXAMPLE");
        System.setProperty("aws.secretAccessKey", "secret");
        System.setProperty("aws.disableEc2Metadata", "true");
    }

    @AfterEach
    void stop() {
        PROPERTIES.forEach(System::clearProperty);
        slurmrestd.close();
        cloudWatch.close();
    }

    private String yaml(String more) {
        return """
                clusters:
                  - name: harbor
                    slurm: {url: '%s', user: slurm}
                poll: {interval: 1s}
                cloudwatch:
                  enabled: true
                  endpoint: %s
                  clusterName: eks
                %s
                """.formatted(slurmrestd.uri(), cloudWatch.endpoint(), more);
    }

    private ExporterApp start(Optional<String> region) throws IOException, ConfigException {
        ExporterConfig config = ConfigLoader.load(file(yaml("")));
        CloudWatchConfig often = changed(config.cloudWatch(), "interval", Duration.ofMillis(100));
        ExporterConfig onLoopback = changed(
                changed(config, "prometheus", new PrometheusConfig(LOOPBACK)),
                "api",
                new ApiConfig(LOOPBACK, false, false));
        return ExporterApp.start(
                changed(onLoopback, "cloudWatch", changed(often, "region", region)),
                Time.system(),
                Map.of(),
                "test",
                unused -> {});
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("exporter.yaml"), text);
    }

    private static String scrape(ExporterApp app) {
        URI uri = URI.create("http://127.0.0.1:" + app.metricsPort() + "/metrics");
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static double exposed(String scrape, String series) {
        return scrape.lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElse(Double.NaN);
    }

    private double newest(String name) {
        List<FakeCloudWatch.PutDatum> found = cloudWatch.data().stream()
                .filter(datum -> datum.name().equals(name)
                        && datum.dimensions().equals(Map.of("ClusterName", "eks", "SlurmCluster", "harbor")))
                .toList();
        return found.isEmpty() ? Double.NaN : found.get(found.size() - 1).sum();
    }

    @Test
    void publishesWhatItServes() throws IOException, ConfigException {
        try (ExporterApp app = start(Optional.of("eu-central-1"))) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                String scrape = scrape(app);
                assertThat(newest("jobs_pending"))
                        .isPositive()
                        .isEqualTo(exposed(scrape, "slurm_cluster_jobs{cluster=\"harbor\",state=\"pending\"}"));
                assertThat(newest("nodes_idle"))
                        .isEqualTo(exposed(scrape, "slurm_cluster_nodes{cluster=\"harbor\",state=\"idle\"}"));
                assertThat(newest("heartbeat")).isEqualTo(1);
                assertThat(exposed(scrape, "sluice_cloudwatch_up")).isEqualTo(1);
                assertThat(exposed(scrape, "sluice_cloudwatch_leader")).isEqualTo(1);
                assertThat(exposed(scrape, "sluice_cloudwatch_metrics{state=\"published\"}"))
                        .isGreaterThan(23);
                assertThat(exposed(scrape, "sluice_cloudwatch_estimated_monthly_dollars"))
                        .isPositive();
            });
        }
    }

    @Test
    void prometheusGoesOnWithoutRegionAndWithoutCredentials() throws IOException, ConfigException {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
        for (Optional<String> region : List.of(Optional.of("eu-central-1"), Optional.<String>empty())) {
            try (ExporterApp app = start(region)) {
                await().atMost(PATIENCE).untilAsserted(() -> {
                    String scrape = scrape(app);
                    assertThat(exposed(scrape, "sluice_cloudwatch_up")).isZero();
                    assertThat(exposed(scrape, "sluice_cloudwatch_requests_total{outcome=\"unauthorized\"}"))
                            .isPositive();
                    assertThat(exposed(scrape, "slurm_cluster_jobs{cluster=\"harbor\",state=\"pending\"}"))
                            .isPositive();
                });
            }
        }
        assertThat(cloudWatch.requests()).isEmpty();
    }

    private int run(String... arguments) {
        return new ExporterMain(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        Map.of())
                .run(arguments);
    }

    @Test
    void dryRunTellsAndSendsNothing() throws IOException {
        int exitCode = run("--config", file(yaml("")).toString(), "--cloudwatch-dry-run");

        assertThat(exitCode).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .anyMatch(line -> line.matches("METRIC +VALUE  UNIT +DIMENSIONS"))
                .anyMatch(line -> line.matches("heartbeat +1  Count +ClusterName=eks, SlurmCluster=harbor"))
                .anyMatch(line -> line.matches("sources_up +1  Count +ClusterName=eks, SlurmCluster=harbor"))
                .anyMatch(line -> line.matches("jobs_pending +[1-9]\\d*  Count +ClusterName=eks, SlurmCluster=harbor"))
                .anyMatch(
                        line -> line.matches("namespace Slurm: \\d+ metrics of at most 500; 0 over budget, 0 invalid"))
                .anyMatch(line -> line.matches("at most \\d+\\.\\d\\d USD a month: .*"));
        assertThat(cloudWatch.requests()).isEmpty();
    }

    @Test
    void dryRunSaysWhatCannotBeRead() throws IOException {
        String file = file(yaml("")).toString();
        slurmrestd.close();

        assertThat(run("--config", file, "--cloudwatch-dry-run")).isEqualTo(1);

        assertThat(err.toString(StandardCharsets.UTF_8)).contains("harbor: nodes: unreachable");
        assertThat(out.size()).isZero();
    }

    @Test
    void metricsOfNoFamilyOrLabelAreBadConfiguration() throws IOException {
        String metric = "  metrics: [{name: m, family: %s, dimensions: %s}]";

        assertThat(run(
                        "--config",
                        file(yaml(metric.formatted("slurm_none", "user"))).toString(),
                        "--check-config"))
                .isEqualTo(2);
        assertThat(run(
                        "--config",
                        file(yaml(metric.formatted("slurm_queue_jobs", "user"))).toString(),
                        "--check-config"))
                .isEqualTo(2);

        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .anyMatch(line -> line.endsWith(": cloudwatch.metrics: there is no family slurm_none"))
                .anyMatch(line -> line.endsWith(": cloudwatch.metrics: slurm_queue_jobs has no label user"));
    }
}
