package dev.sluice.adapter.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.adapter.demand.ClusterDemand;
import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.adapter.demand.NodeSets;
import dev.sluice.adapter.metrics.MetricLookup;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesApiTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Capture CAPTURE = Capture.ofKubernetes("1.36");
    private static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1";
    private static final String CUSTOM = "/apis/custom.metrics.k8s.io/v1beta2";
    private static final String DESIRED = EXTERNAL + "/namespaces/slurm/slurm_nodeset_desired_replicas";
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final KubernetesApi api = new KubernetesApi(
            new MetricLookup(KubernetesApiTest::demand, Map.of(), BigDecimal.ZERO), Optional::empty, "1.2.3");

    private static Demand demand() {
        return new Demand(
                List.of(new ClusterDemand(
                        "research",
                        Optional.empty(),
                        Optional.of(Instant.parse("2026-11-20T08:00:00.999Z")),
                        Optional.of(Duration.ofSeconds(3)),
                        NodeSets.of(List.of(
                                DemandSamples.nodeSet("slurm", "gpu", "NodeSet", "slinky.slurm.net/v1beta1", 12000, 3),
                                DemandSamples.nodeSet("slurm", "cpu", "NodeSet", "slinky.slurm.net/v1beta1", 0, 0))),
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
        assertThat(ours.get("resources").get(0))
                .isEqualTo(theirs.get("resources").get(0));
    }

    @Test
    void listsTheObjectsAndMetricsOfTheCustomGroup() throws IOException {
        JsonNode ours = json(get(CUSTOM));
        JsonNode theirs = JSON.readTree(CAPTURE.bytes("aggregator/discovery-custom-v1beta2.json"));

        assertThat(ours.get("resources").get(0))
                .isEqualTo(theirs.get("resources").get(0));
        assertThat(ours.get("resources").findValuesAsText("name"))
                .contains("statefulsets.apps/slurm_nodeset_desired_replicas")
                .hasSize(8);
    }

    @Test
    void namesItsGroups() throws IOException {
        assertThat(json(get("/apis/external.metrics.k8s.io")))
                .isEqualTo(JSON.readTree(CAPTURE.bytes("aggregator/discovery-external-group.json")));
        assertThat(json(get("/apis")).get("groups").findValuesAsText("name"))
                .containsExactly("custom.metrics.k8s.io", "external.metrics.k8s.io");
    }

    /**
     * The captured document is the API server's conversion of the old discovery format. The adapter's document also
     * names the API group of the response.
     */
    @Test
    void aggregatedDiscoveryHasTheShapeThatTheApiServerItselfServes() throws IOException {
        ApiAnswer answer = get("/apis", "", AGGREGATED);
        assertThat(answer.headers()).containsEntry("Content-Type", AGGREGATED).containsEntry("Vary", "Accept");

        JsonNode theirs = JSON.readTree(CAPTURE.bytes("aggregator/aggregated-v2-apis.json"));
        JsonNode ours = json(answer);
        assertThat(ours.get("apiVersion")).isEqualTo(theirs.get("apiVersion"));
        for (String group : List.of("external.metrics.k8s.io", "custom.metrics.k8s.io")) {
            JsonNode our = version(ours, group);
            JsonNode their = version(theirs, group);
            assertThat(our.get("version")).isEqualTo(their.get("version"));
            assertThat(our.get("freshness").asText()).isEqualTo("Current");
            JsonNode ourResource = our.get("resources").get(0);
            JsonNode theirResource = their.get("resources").get(0);
            for (String member : List.of("resource", "scope", "singularResource")) {
                assertThat(ourResource.get(member)).isEqualTo(theirResource.get(member));
            }
            assertThat(ourResource.path("subresources").findValuesAsText("subresource"))
                    .containsAll(theirResource.path("subresources").findValuesAsText("subresource"));
        }
    }

    private static JsonNode version(JsonNode discovery, String group) {
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode item : discovery.get("items")) {
            if (item.get("metadata").get("name").asText().equals(group)) {
                found.add(item.get("versions").get(0));
            }
        }
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    @Test
    void aggregatedDiscoveryIsNotSentTwice() {
        String etag = String.valueOf(get("/apis", "", AGGREGATED).headers().get("ETag"));
        Target apis = Target.of("/apis");

        ApiAnswer again = api.answer(apis, new ApiRequest("GET", "", Optional.of(AGGREGATED), Optional.of(etag)));
        ApiAnswer other =
                api.answer(apis, new ApiRequest("GET", "", Optional.of(AGGREGATED), Optional.of("\"other\"")));

        assertThat(etag).matches("\"[0-9a-f]{64}\"");
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(other.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/json, */*",
                "application/json;g=apidiscovery.k8s.io;v=v9;as=APIGroupDiscoveryList",
                "text/html",
                "",
            })
    void apisAnswersTheOldFormToWhoeverDoesNotKnowTheNewOne(String accept) throws IOException {
        assertThat(json(get("/apis", "", accept)).get("kind").asText()).isEqualTo("APIGroupList");
    }

    @Test
    void hasTheDocumentsThatTheApiServerCollects() throws IOException {
        assertThat(json(get("/openapi/v2")).get("swagger").asText()).isEqualTo("2.0");
        assertThat(get("/openapi/v3").body()).asString(UTF_8).isEqualTo("{\"paths\":{}}");
        assertThat(json(get("/version")).get("gitVersion").asText()).isEqualTo("v1.2.3");
        assertThat(get("/apis/external.metrics.k8s.io/v1beta1/").status()).isEqualTo(200);
    }

    @Test
    void writesAValueAsKubernetesDoes() {
        assertThat(get(DESIRED, "labelSelector=nodeset%3Dgpu").body())
                .asString(UTF_8)
                .isEqualTo("{\"kind\":\"ExternalMetricValueList\",\"apiVersion\":\"external.metrics.k8s.io/v1beta1\","
                        + "\"metadata\":{},\"items\":[{\"metricName\":\"slurm_nodeset_desired_replicas\","
                        + "\"metricLabels\":{\"cluster\":\"research\",\"kind\":\"NodeSet\",\"nodeset\":\"gpu\"},"
                        + "\"timestamp\":\"2026-11-20T08:00:00Z\",\"value\":\"12k\"}]}");
        assertThat(get(CUSTOM + "/namespaces/slurm/nodesets.slinky.slurm.net/cpu/slurm_nodeset_desired_replicas")
                        .body())
                .asString(UTF_8)
                .isEqualTo("{\"kind\":\"MetricValueList\",\"apiVersion\":\"custom.metrics.k8s.io/v1beta2\","
                        + "\"metadata\":{},\"items\":[{\"describedObject\":{\"kind\":\"NodeSet\","
                        + "\"namespace\":\"slurm\",\"name\":\"cpu\",\"apiVersion\":\"slinky.slurm.net/v1beta1\"},"
                        + "\"metric\":{\"name\":\"slurm_nodeset_desired_replicas\",\"selector\":null},"
                        + "\"timestamp\":\"2026-11-20T08:00:00Z\",\"value\":\"0\"}]}");
    }

    /**
     * The expected texts follow the rules of k8s.io/apimachinery: no fraction, and the largest suffix that does not
     * round the number.
     */
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "7, 7",
        "999, 999",
        "1000, 1k",
        "1500, 1500",
        "12000, 12k",
        "1000000, 1M",
        "2147483647, 2147483647",
        "2000000000, 2G",
        "1024, 1024",
        "100, 100",
    })
    void writesQuantitiesInTheirCanonicalForm(long number, String quantity) {
        assertThat(Quantities.of(number)).isEqualTo(quantity);
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
        assertThat(json(get(DESIRED, query)).get("items").get(0).get("value").asText())
                .isEqualTo("12k");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                DESIRED + "|labelSelector=nodeset%3D%3D%3D|400|BadRequest|found '=', expected: identifier",
                DESIRED + "|labelSelector=%zz|400|BadRequest|the query has a malformed escape",
                DESIRED + "||400|BadRequest|add one of these to the selector: nodeset=cpu, nodeset=gpu",
                DESIRED + "|labelSelector=nodeset=a;b|400|BadRequest|a valid label must be",
                DESIRED + "|labelSelector=nodeset=no|404|NotFound|nodeset can be cpu, gpu",
                EXTERNAL
                        + "/namespaces/slurm/no_such||404|NotFound|could not find the metric no_such for namespaces"
                        + " slurm",
                EXTERNAL + "/namespaces/slurm||400|BadRequest|namespaces/{namespace}/{metric}",
                EXTERNAL
                        + "/namespaces//slurm_nodeset_desired_replicas||400|BadRequest|namespaces/{namespace}/{metric}",
                EXTERNAL + "/nodes/a/b||400|BadRequest|namespaces/{namespace}/{metric}",
                EXTERNAL + "/namespaces/%zz/b||400|BadRequest|namespaces/{namespace}/{metric}",
                EXTERNAL + "/namespaces/slurm/slurm_partition_pending_nodes||503|ServiceUnavailable|does not report",
                CUSTOM + "/namespaces/slurm/pods/a/slurm_nodeset_desired_replicas||404|NotFound|no demand of pods",
                CUSTOM
                        + "/namespaces/slurm/pods/a/slurm_partition_pending_nodes||404|NotFound|could not find the"
                        + " metric",
                CUSTOM
                        + "/namespaces/slurm/nodesets.slinky.slurm.net/*/slurm_nodeset_pending_nodes|labelSelector=a|400|BadRequest|labels"
                        + " of objects",
                CUSTOM + "/namespaces/slurm/x||400|BadRequest|namespaces/{namespace}/{resource}/{name}/{metric}",
                "/||404|NotFound|the server could not find the requested resource",
                "/apis/external.metrics.k8s.io/v1||404|NotFound|the server could not find the requested resource",
                "||404|NotFound|the server could not find the requested resource",
            })
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

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "NONSENSE"})
    void onlyReads(String method) throws IOException {
        ApiAnswer answer =
                api.answer(Target.of(DESIRED), new ApiRequest(method, "", Optional.empty(), Optional.empty()));

        JsonNode theirs = JSON.readTree(CAPTURE.bytes("errors/405-post-on-list.json"));
        assertThat(answer.status()).isEqualTo(405);
        assertThat(json(answer).get("message")).isEqualTo(theirs.get("message"));
        assertThat(json(answer).get("reason")).isEqualTo(theirs.get("reason"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/vnd.kubernetes.protobuf, */*|200",
                "application/json;as=Table;v=v1;g=meta.k8s.io,application/json|200",
                "application/*|200",
                "APPLICATION/JSON; charset=utf-8|200",
                "application/vnd.kubernetes.protobuf|406",
                "application/json;as=Table;v=v1;g=meta.k8s.io|406",
                "application/json;q=0|406",
                "text/plain;;=,;q|406",
            })
    void sendsJsonToWhoeverTakesIt(String accept, int status) {
        assertThat(get(DESIRED, "labelSelector=nodeset=gpu", accept).status()).isEqualTo(status);
    }

    private ApiAnswer get(String path) {
        return get(path, "");
    }

    private ApiAnswer get(String path, String query) {
        return api.answer(Target.of(path), new ApiRequest("GET", query, Optional.empty(), Optional.empty()));
    }

    private ApiAnswer get(String path, String query, String accept) {
        return api.answer(Target.of(path), new ApiRequest("GET", query, Optional.of(accept), Optional.empty()));
    }

    private static JsonNode json(ApiAnswer answer) throws IOException {
        return JSON.readTree(answer.body());
    }
}
