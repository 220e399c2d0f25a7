package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.lab.scheduling.job.GpuRequest;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.lab.scheduling.job.JobState;
import dev.sluice.lab.scheduling.job.Memory;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.kubernetes.KubernetesOptions;
import dev.sluice.simulator.kubernetes.KubernetesTruth.OfNodeSet;
import dev.sluice.simulator.kubernetes.SimulatedKubernetes;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import dev.sluice.simulator.kubernetes.hpa.MetricReading;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the adapter with a simulated Slurm on a simulated Kubernetes. The autoscalers of this Kubernetes read the
 * adapter over HTTP. The test replaces the exporter. The demand for each situation was calculated by hand.
 */
@Tag("slow")
class AutoscalingLoopTest {

    private static final String H100 = "slurm-worker-gpu-h100";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SimulatedCluster cluster = SimulatedCluster.quietOnKubernetes(
            Instant.parse("2026-11-20T08:00:00Z"), KubernetesOptions.USUAL.withHpaWindow(Duration.ofMinutes(10)));
    private final SimulatedKubernetes kubernetes = cluster.kubernetes().orElseThrow();
    private final ObjectMapper json = new ObjectMapper();
    private final FakeExporter exporter;
    private final AdapterFixture adapter;
    private int answers;

    AutoscalingLoopTest() throws IOException {
        exporter = FakeExporter.answering(200, demand(4));
        adapter = AdapterFixture.reading("lab=" + exporter.url());
    }

    @BeforeEach
    void letTheAutoscalersReadTheAdapter() {
        kubernetes.metricsFrom((namespace, nodeSet) -> reading(adapter.get(AdapterFixture.EXTERNAL + "/namespaces/"
                + namespace + "/slurm_nodeset_desired_replicas?labelSelector=nodeset%3D" + nodeSet)));
        cluster.keepEndedJobsFor(Duration.ofHours(12));
    }

    @AfterEach
    void stop() {
        adapter.close();
        exporter.close();
    }

    @Test
    void growsToWhatIsNeededHoldsThroughAnOutageAndShrinksWithoutDisturbingAJob() throws IOException {
        // 4 nodes are idle, and a job needs 6 complete nodes.
        int large = cluster.submit(job(6, Duration.ofMinutes(60)));
        hear(6);
        cluster.advance(Duration.ofMinutes(3));
        assertThat(state(large)).isEqualTo(JobState.RUNNING);
        assertThat(truth().pods()).hasSize(6);

        // All 6 nodes are busy, and the next job needs 2 more nodes.
        int small = cluster.submit(job(2, Duration.ofHours(5)));
        hear(8);
        cluster.advance(Duration.ofMinutes(3));
        assertThat(state(small)).isEqualTo(JobState.RUNNING);
        assertThat(truth().pods()).hasSize(8);

        // The exporter is unavailable for two hours. The large job ends unnoticed.
        exporter.answer(500, new byte[0]);
        awaitMetric("sluice_adapter_exporter_up{exporter=\"lab\"} 0.0");
        adapter.time.advance(Duration.ofSeconds(90));
        cluster.advance(Duration.ofHours(2));
        assertThat(state(large)).isEqualTo(JobState.COMPLETED);
        assertThat(truth().pods()).hasSize(8);
        assertThat(truth().replicas()).isEqualTo(8);
        JsonNode inactive = condition("ScalingActive");
        assertThat(inactive.path("status").asText()).isEqualTo("False");
        assertThat(inactive.path("reason").asText()).isEqualTo("FailedGetExternalMetric");
        assertThat(inactive.path("message").asText())
                .contains("cluster harbor: no demand from " + exporter.url() + " since 2026-11-20T08:00:10Z"
                        + " (HTTP 500)");

        // The exporter is available again. The 2 nodes of the small job are needed.
        hear(2);
        cluster.advance(Duration.ofMinutes(5));
        assertThat(condition("ScalingActive").path("status").asText()).isEqualTo("True");
        // An HPA stores no recommendations while the HPA has no metric, so the window of 10 minutes is empty now.
        assertThat(truth().pods()).hasSize(2);
        assertThat(state(small)).isEqualTo(JobState.RUNNING);
        assertThat(truth().busyDrains()).isZero();
    }

    /** Ten nodes are desired, and nine nodes exist. The difference is within the default tolerance of HPAs. */
    @Test
    void theLastNodeOfTenComesToo() {
        cluster.submit(job(9, Duration.ofHours(1)));
        hear(9);
        cluster.advance(Duration.ofMinutes(3));
        assertThat(truth().pods()).hasSize(9);

        cluster.submit(job(1, Duration.ofHours(1)));
        hear(10);
        cluster.advance(Duration.ofMinutes(3));
        assertThat(truth().pods()).hasSize(10);
    }

    /** No number is above the busy nodes and the nodes that pending jobs need. */
    private void hear(int desired) {
        assertThat(desired)
                .isLessThanOrEqualTo(cluster.view().jobs().stream()
                        .filter(job -> !job.state().ended())
                        .mapToInt(job -> job.request().nodes())
                        .sum());
        exporter.answer(200, demand(desired));
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(adapter.desired("nodeset=" + H100).body())
                                .contains("\"value\":\"" + desired + "\""));
    }

    /** The data of each response is younger than the data of the previous response. */
    private byte[] demand(int desired) {
        answers++;
        String observedAt =
                Instant.parse("2026-11-20T08:00:00Z").plusSeconds(15L * answers).toString();
        return """
                {"version": 1, "clusters": [{"cluster": "harbor", "observedAt": "%s", "ageSeconds": 1.5,
                  "maxAgeSeconds": 90, "publishing": true, "partitions": [], "nodeSets": [
                    {"namespace": "slurm", "name": "slurm-worker-gpu-h100", "kind": "NodeSet",
                     "apiVersion": "slinky.slurm.net/v1beta1", "desired": %d, "replicas": 4, "pendingNodes": 0},
                    {"namespace": "slurm", "name": "slurm-worker-cloud", "kind": "NodeSet",
                     "apiVersion": "slinky.slurm.net/v1beta1", "desired": 1, "replicas": 1, "pendingNodes": 0}]}]}
                """.formatted(observedAt, desired).getBytes(UTF_8);
    }

    private MetricReading reading(HttpResponse<String> answer) {
        try {
            JsonNode body = json.readTree(answer.body());
            return answer.statusCode() == 200
                    ? new MetricReading.Value(
                            1000 * body.path("items").path(0).path("value").asLong())
                    : new MetricReading.Failure(body.path("message").asText());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the text that {@code kubectl describe hpa} shows. */
    private JsonNode condition(String type) throws IOException {
        try (SimulatedApiServer api = kubernetes.serve(0)) {
            URI uri = api.uri().resolve("/apis/autoscaling/v2/namespaces/slurm/horizontalpodautoscalers/" + H100);
            HttpResponse<String> answer =
                    HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
            for (JsonNode condition :
                    json.readTree(answer.body()).path("status").path("conditions")) {
                if (condition.path("type").asText().equals(type)) {
                    return condition;
                }
            }
            throw new AssertionError("no condition " + type + " in " + answer.body());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void awaitMetric(String sample) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(adapter.operations("/metrics").body()).contains(sample));
    }

    private static JobRequest job(int nodes, Duration time) {
        return JobRequest.named("train")
                .by("alice", "ml-train")
                .partitions("gpu")
                .nodes(nodes)
                .memory(Memory.perNode(600 * 1024L))
                .gpus(GpuRequest.perNode(8).ofType("h100"))
                .runs(time)
                .limit(time.plusHours(1))
                .build();
    }

    private JobState state(int job) {
        return cluster.view().job(job).orElseThrow().state();
    }

    private OfNodeSet truth() {
        return kubernetes.truth().nodeSet(H100);
    }
}
