package dev.sluice.exporter.api;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.ExporterApp;
import dev.sluice.exporter.config.ApiConfig;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.config.PollConfig;
import dev.sluice.exporter.config.PrometheusConfig;
import dev.sluice.exporter.config.cluster.ClusterConfig;
import dev.sluice.exporter.config.network.ListenConfig;
import dev.sluice.exporter.poll.Time;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.SimulatedSlurmrestd;
import dev.sluice.simulator.kubernetes.KubeconfigFile;
import dev.sluice.simulator.kubernetes.KubernetesOptions;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the exporter with a simulated cluster whose time stands still. The status page must show the values of the
 * metrics, with and without Kubernetes in the configuration.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LivingClusterChecks {

    private static final ListenConfig LOOPBACK = new ListenConfig("127.0.0.1", 0);
    private static final Pattern SAMPLE = Pattern.compile("(\\w+)\\{(.*)} (\\S+)");

    private final HttpClient http = HttpClient.newHttpClient();
    final SimulatedSlurmrestd restd;
    private final SimulatedApiServer kubernetes;
    private Optional<ExporterApp> started = Optional.empty();

    private final boolean readsKubernetes;

    LivingClusterChecks(boolean readsKubernetes) throws Exception {
        this.readsKubernetes = readsKubernetes;
        SimulatedCluster cluster = SimulatedCluster.livingOnKubernetes(
                7, Instant.now().minus(Duration.ofHours(3)), KubernetesOptions.USUAL);
        restd = SimulatedSlurmrestd.start(cluster);
        kubernetes = cluster.kubernetes().orElseThrow().serve(0, Duration.ofMillis(50));
        restd.advance(Duration.ofMinutes(30));
    }

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        Path kubeconfig = directory.resolve("kubeconfig");
        KubeconfigFile.write(kubeconfig, kubernetes.uri());
        ExporterConfig harbor = Loaded.good("clusters: [{name: harbor, slurm: {url: 'http://127.0.0.1:"
                + restd.uri().getPort() + "', user: slurm}}]");
        ClusterConfig cluster = harbor.clusters().get(0);
        Duration often = Duration.ofMillis(200);
        Duration patience = Duration.ofSeconds(60);
        ExporterConfig config = new ExporterConfig(
                List.of(readsKubernetes ? changed(cluster, "kubernetes", Loaded.kubernetes(kubeconfig)) : cluster),
                new PollConfig(
                        often,
                        1,
                        often,
                        Optional.of(patience),
                        patience,
                        patience,
                        often,
                        often,
                        Loaded.DEFAULTS.poll().budget()),
                new PrometheusConfig(LOOPBACK),
                new ApiConfig(LOOPBACK, true, true),
                harbor.metrics(),
                harbor.prices(),
                harbor.cloudWatch(),
                harbor.otlp(),
                harbor.log());
        started = Optional.of(ExporterApp.start(
                config, new Time(Clock.systemUTC(), System::nanoTime), Map.of(), "test", unused -> {}));
        await().atMost(patience)
                .until(() -> readsKubernetes
                        ? cluster().at("/scaling/publishing").asBoolean()
                        : get("/readyz").statusCode() == 200);
    }

    @AfterAll
    void stop() {
        started.ifPresent(ExporterApp::close);
        kubernetes.close();
        restd.close();
    }

    @Test
    void showsTheNumbersThatMetricsShow() throws Exception {
        Map<String, Double> metrics = metrics();
        JsonNode cluster = cluster();

        cluster.at("/jobs/byState")
                .properties()
                .forEach(state -> assertThat(state.getValue().asDouble())
                        .isPositive()
                        .isEqualTo(metrics.get(
                                "slurm_cluster_jobs{cluster=\"harbor\",state=\"" + state.getKey() + "\"}")));
        assertThat(sum(cluster.at("/jobs/byState"))).isEqualTo(sum(metrics, "slurm_cluster_jobs"));
        cluster.at("/nodes/byState")
                .properties()
                .forEach(state -> assertThat(state.getValue().asDouble())
                        .isEqualTo(metrics.get(
                                "slurm_cluster_nodes{cluster=\"harbor\",state=\"" + state.getKey() + "\"}")));
        assertThat(cluster.at("/nodes/list")).hasSize((int) sum(metrics, "slurm_cluster_nodes"));
        for (JsonNode gpus : cluster.path("gpus")) {
            for (String state : List.of("allocated", "idle", "unavailable")) {
                String series = "slurm_cluster_gpus{cluster=\"harbor\",gpu_type=\"%s\",state=\"%s\"}"
                        .formatted(gpus.path("type").asText(), state);
                assertThat(metrics.getOrDefault(series, 0.0))
                        .isEqualTo(gpus.path(state).asDouble());
            }
        }
        assertThat(cluster.path("gpus")).isNotEmpty();
        for (JsonNode partition : cluster.at("/jobs/partitions")) {
            for (JsonNode pending : partition.path("pending")) {
                pending.path("reasons")
                        .properties()
                        .forEach(reason -> assertThat(reason.getValue().asDouble())
                                .isEqualTo(metrics.get(
                                        "slurm_queue_pending_jobs{cluster=\"harbor\",partition=\"%s\",reason_class=\"%s\",reason=\"%s\"}"
                                                .formatted(
                                                        partition.path("name").asText(),
                                                        pending.path("class").asText(),
                                                        reason.getKey()))));
            }
        }
    }

    final JsonNode eventually(int id) {
        return eventually(id, shown -> true);
    }

    /**
     * Waits until the job meets the condition, and returns the job. The wait is necessary, because the demand follows
     * the queue with a short delay.
     */
    final JsonNode eventually(int id, Predicate<JsonNode> condition) {
        return await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> json("/api/v1/why/job/" + id).at("/clusters/0/jobs/0"),
                        shown -> shown.isObject() && condition.test(shown));
    }

    final JsonNode cluster() throws Exception {
        return json("/api/v1/now").at("/clusters/0");
    }

    final JsonNode json(String path) throws Exception {
        return new ObjectMapper().readTree(get(path).body());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return get(started.orElseThrow().apiPort(), path);
    }

    private HttpResponse<String> get(int port, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .build(),
                BodyHandlers.ofString());
    }

    final Map<String, Double> metrics() throws Exception {
        Map<String, Double> samples = new TreeMap<>();
        get(started.orElseThrow().metricsPort(), "/metrics").body().lines().forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            if (sample.matches()) {
                samples.put(sample.group(1) + "{" + sample.group(2) + "}", Double.parseDouble(sample.group(3)));
            }
        });
        return samples;
    }

    private static double sum(Map<String, Double> metrics, String family) {
        return metrics.entrySet().stream()
                .filter(sample -> sample.getKey().startsWith(family + "{"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private static double sum(JsonNode numbers) {
        double sum = 0;
        for (JsonNode number : numbers) {
            sum += number.asDouble();
        }
        return sum;
    }
}
