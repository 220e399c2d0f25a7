package dev.sluice.adapter.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.Demand.ClusterDemand;
import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.adapter.metrics.MetricLookup;
import dev.sluice.fixtures.Capture;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesApiTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Capture CAPTURE = Capture.ofKubernetes("1.36");
    private static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1";
    private static final String CUSTOM = "/apis/custom.metrics.k8s.io/v1beta2";
    private static final String DESIRED = EXTERNAL + "/namespaces/slurm/slurm_nodeset_desired_replicas";
    private final KubernetesApi api = new KubernetesApi(
            new MetricLookup(KubernetesApiTest::demand, Map.of(), BigDecimal.ZERO), Optional::empty, "1.2.3");

    private static Demand demand() {
        return new Demand(
                List.of(new ClusterDemand(
                        "research",
                        Optional.empty(),
                        Optional.of(Instant.parse("2026-11-20T08:00:00.999Z")),
                        Optional.of(Duration.ofSeconds(3)),
                        List.of(
                                DemandSamples.nodeSet("slurm", "gpu", "NodeSet", "slinky.slurm.net/v1beta1", 12000, 3),
                                DemandSamples.nodeSet("slurm", "cpu", "NodeSet", "slinky.slurm.net/v1beta1", 0, 0)),
                        Optional.empty())),
                List.of());
    }

    @Test
    void listsTheMetricsOfTheExternalGroupWhateverThereIs() throws IOException {
        JsonNode ours = json(get(EXTERNAL));
        JsonNode theirs = JSON.readTree(CAPTURE.bytes("aggregator/discovery-external-v1beta1.json"));

        assertThat(ours.get("groupVersion")).isEqualTo(theirs.get("groupVersion"));
        assertThat(ours.get("kind")).isEqualTo(theirs.get("kind"));
        assertThat(ours.get("resources").findValuesAsText("name"))
                .containsExactly(
                        "slurm_nodeset_desired_replicas",
                        "slurm_nodeset_pending_nodes",
                        "slurm_partition_pending_nodes");
        assertThat(ours.at("/resources/0")).isEqualTo(theirs.at("/resources/0"));
    }

    @Test
    void listsTheObjectsAndMetricsOfTheCustomGroup() throws IOException {
        JsonNode ours = json(get(CUSTOM));
        JsonNode theirs = JSON.readTree(CAPTURE.bytes("aggregator/discovery-custom-v1beta2.json"));

        assertThat(ours.at("/resources/0")).isEqualTo(theirs.at("/resources/0"));
        assertThat(ours.get("resources").findValuesAsText("name"))
                .contains("statefulsets.apps/slurm_nodeset_desired_replicas")
                .hasSize(4);
    }

    @Test
    void hasTheDocumentsThatTheApiServerCollects() throws IOException {
        assertThat(json(get("/openapi/v2")).get("swagger").asText()).isEqualTo("2.0");
        assertThat(get("/openapi/v3").body()).isEqualTo("{\"paths\":{}}");
        assertThat(json(get("/version")).get("gitVersion").asText()).isEqualTo("v1.2.3");
        assertThat(get("/apis/external.metrics.k8s.io/v1beta1/").status()).isEqualTo(200);
    }

    @Test
    void writesAValueAsKubernetesDoes() {
        assertThat(get(DESIRED, "labelSelector=nodeset%3Dgpu").body())
                .isEqualTo("{\"kind\":\"ExternalMetricValueList\",\"apiVersion\":\"external.metrics.k8s.io/v1beta1\","
                        + "\"metadata\":{},\"items\":[{\"metricName\":\"slurm_nodeset_desired_replicas\","
                        + "\"metricLabels\":{\"cluster\":\"research\",\"kind\":\"NodeSet\",\"nodeset\":\"gpu\"},"
                        + "\"timestamp\":\"2026-11-20T08:00:00Z\",\"value\":\"12000\"}]}");
        assertThat(get(CUSTOM + "/namespaces/slurm/nodesets.slinky.slurm.net/cpu/slurm_nodeset_desired_replicas")
                        .body())
                .isEqualTo("{\"kind\":\"MetricValueList\",\"apiVersion\":\"custom.metrics.k8s.io/v1beta2\","
                        + "\"metadata\":{},\"items\":[{\"describedObject\":{\"kind\":\"NodeSet\","
                        + "\"namespace\":\"slurm\",\"name\":\"cpu\",\"apiVersion\":\"slinky.slurm.net/v1beta1\"},"
                        + "\"metric\":{\"name\":\"slurm_nodeset_desired_replicas\",\"selector\":null},"
                        + "\"timestamp\":\"2026-11-20T08:00:00Z\",\"value\":\"0\"}]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "labelSelector=nodeset%3Dgpu%2Ccluster+in+%28research%29",
                "watch=1&labelSelector=nodeset%3D%3Dgpu",
                "labelSelector=nodeset=gpu&labelSelector=nodeset=cpu",
                "labelSelector=nodeset+notin+(cpu)",
            })
    void readsTheSelectorAsItIsSent(String query) throws IOException {
        assertThat(json(get(DESIRED, query)).at("/items/0/value").asText()).isEqualTo("12000");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/wrong-requests.csv", delimiter = '|', quoteCharacter = '`')
    void explainsEveryErrorInAStatus(
            @Nullable String path, @Nullable String query, int code, String reason, String message) throws IOException {
        ApiAnswer answer = get(path == null ? "" : path, query == null ? "" : query);

        assertThat(answer.status()).isEqualTo(code);
        assertThat(answer.headers())
                .containsEntry("Content-Type", "application/json")
                .doesNotContainKey("Retry-After");
        JsonNode status = json(answer);
        assertThat(status.get("kind").asText()).isEqualTo("Status");
        assertThat(status.get("apiVersion").asText()).isEqualTo("v1");
        assertThat(status.get("status").asText()).isEqualTo("Failure");
        assertThat(status.get("code").asInt()).isEqualTo(code);
        assertThat(status.get("reason").asText()).isEqualTo(reason);
        assertThat(status.get("message").asText()).contains(message);
    }

    private static String parameter(String query, String name) {
        return new QueryStringDecoder("?" + query, UTF_8, true, 16, true)
                .parameters()
                .getOrDefault(name, List.of(""))
                .get(0);
    }

    private ApiAnswer get(String path) {
        return get(path, "");
    }

    private ApiAnswer get(String path, String query) {
        return api.answer("GET", Target.of(path), name -> parameter(query, name));
    }

    private static JsonNode json(ApiAnswer answer) throws IOException {
        return JSON.readTree(answer.body());
    }
}
