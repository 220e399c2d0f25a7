package dev.sluice.exporter;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.exporter.config.ConfigLoader;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.kubernetes.FakeLeases;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchConfig;
import dev.sluice.exporter.sink.cloudwatch.FakeCloudWatch;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.SimulatedSlurmrestd;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests two exporters for one cluster, with one Lease and one CloudWatch. */
@Tag("slow")
class CloudWatchLeaseTest {

    private static final List<String> PROPERTIES =
            List.of("aws.accessKeyId", "aws.secretAccessKey", "aws.disableEc2Metadata");

    private final Vertx vertx = Vertx.vertx();
    private final FakeCloudWatch cloudWatch = new FakeCloudWatch();
    private final SimulatedSlurmrestd slurmrestd = SimulatedSlurmrestd.start(SimulatedCluster.living(7, Instant.now()));
    private final FakeLeases leases = new FakeLeases(vertx);

    private final List<ExporterApp> running = new ArrayList<>();

    @TempDir
    private Path folder;

    CloudWatchLeaseTest() throws Exception {}

    @BeforeEach
    void giveCredentials() {
        System.setProperty("aws.accessKeyId", "AKIDEXAMPLE");
        System.setProperty("aws.secretAccessKey", "secret");
        System.setProperty("aws.disableEc2Metadata", "true");
    }

    @AfterEach
    void stop() throws Exception {
        List.copyOf(running).forEach(this::stop);
        PROPERTIES.forEach(System::clearProperty);
        slurmrestd.close();
        cloudWatch.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private void stop(ExporterApp app) {
        running.remove(app);
        app.close();
    }

    private ExporterApp start(String hostname) throws Exception {
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), """
                        current-context: fake
                        contexts: [{name: fake, context: {cluster: fake}}]
                        clusters: [{name: fake, cluster: {server: 'http://127.0.0.1:%d'}}]
                        """.formatted(leases.port()));
        Path file = Files.writeString(folder.resolve("exporter.yaml"), """
                        clusters:
                          - name: harbor
                            slurm: {url: '%s', user: slurm}
                        poll: {interval: 1s}
                        prometheus: {host: 127.0.0.1, port: 0}
                        api: {host: 127.0.0.1, port: 0}
                        cloudwatch:
                          enabled: true
                          region: eu-central-1
                          endpoint: %s
                          lease: {enabled: true, namespace: %s, name: %s, kubeconfig: '%s'}
                        """.formatted(
                        slurmrestd.uri(), cloudWatch.endpoint(), FakeLeases.NAMESPACE, FakeLeases.NAME, kubeconfig));
        ExporterConfig config = ConfigLoader.load(file);
        // The shortest interval in a configuration file is one minute.
        CloudWatchConfig often = changed(config.cloudWatch(), "interval", Duration.ofMillis(200));
        ExporterApp app = ExporterApp.start(
                changed(config, "cloudWatch", often),
                Time.system(),
                Map.of("HOSTNAME", hostname),
                "test",
                unused -> {});
        running.add(app);
        return app;
    }

    private static String get(int port, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    private static JsonNode status(ExporterApp app) throws Exception {
        return new JsonMapper().readTree(get(app.apiPort(), "/api/v1/status")).path("cloudwatch");
    }

    private static boolean leads(ExporterApp app) throws Exception {
        return get(app.metricsPort(), "/metrics").lines().anyMatch("sluice_cloudwatch_leader 1"::equals);
    }

    private static void eventually(ThrowingRunnable holds) {
        await().atMost(Duration.ofMinutes(2)).untilAsserted(holds);
    }

    @Test
    void oneOfTwoPublishesAndTheOtherFollows() throws Exception {
        ExporterApp first = start("pod-0");
        eventually(() -> assertThat(leads(first)).isTrue());
        ExporterApp second = start("pod-1");
        eventually(() -> assertThat(status(second).at("/lease/holder").asText()).startsWith("pod-0_"));
        assertThat(status(second).path("publishing").asBoolean()).isFalse();
        assertThat(leads(second)).isFalse();
        eventually(() -> assertThat(cloudWatch.data()).isNotEmpty());
        eventually(() -> assertThat(get(second.metricsPort(), "/metrics"))
                .contains("slurm_cluster_jobs{cluster=\"harbor\",state=\"pending\"}"));

        stop(first);
        int before = cloudWatch.data().size();

        eventually(() -> assertThat(leads(second)).isTrue());
        eventually(() -> assertThat(cloudWatch.data()).hasSizeGreaterThan(before));
        assertThat(status(second).path("publishing").asBoolean()).isTrue();
        assertThat(leases.holders()).last().asString().startsWith("pod-1_");
    }
}
