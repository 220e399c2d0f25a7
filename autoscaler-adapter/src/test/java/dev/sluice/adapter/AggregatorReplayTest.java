package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.sluice.adapter.CapturedRequests.Request;
import dev.sluice.adapter.TlsClient.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replays every kind of request that a metrics backend received from a real API server, or from an HPA through this API
 * server. Sends the requests over TLS with a certificate of the front proxy, and with all original headers. A fake API
 * server has the usual roles.
 */
class AggregatorReplayTest {

    private static final String DESIRED = "slurm_nodeset_desired_replicas";

    /** The expected kind of response. The request determines the details. */
    private enum Kind {
        /** A document of discovery or OpenAPI, for any user. */
        DOCUMENT,
        /** One value, which equals the value of the captured backend. */
        VALUE,
        /** An experimental metric of the captured backend. The adapter does not have this metric. */
        UNKNOWN_METRIC,
        /**
         * A NodeSet that the captured backend had in every namespace. The adapter has this NodeSet only in one
         * namespace.
         */
        UNKNOWN_NODESET,
        /** Two NodeSets that an HPA would add up. */
        AMBIGUOUS,
        /** A user without a role. */
        FORBIDDEN
    }

    /** The expected kinds by request number, so that the test fails if a request changes its kind. */
    private static final Map<Integer, Kind> KINDS = Map.ofEntries(
            entry(1, Kind.DOCUMENT),
            entry(6, Kind.DOCUMENT),
            entry(12, Kind.DOCUMENT),
            entry(17, Kind.DOCUMENT),
            entry(24, Kind.DOCUMENT),
            entry(26, Kind.DOCUMENT),
            entry(43, Kind.DOCUMENT),
            entry(49, Kind.VALUE),
            entry(50, Kind.UNKNOWN_METRIC),
            entry(51, Kind.UNKNOWN_METRIC),
            entry(52, Kind.UNKNOWN_METRIC),
            entry(53, Kind.UNKNOWN_METRIC),
            entry(54, Kind.UNKNOWN_METRIC),
            entry(55, Kind.VALUE),
            entry(56, Kind.VALUE),
            entry(57, Kind.UNKNOWN_METRIC),
            entry(58, Kind.VALUE),
            entry(93, Kind.DOCUMENT),
            entry(94, Kind.DOCUMENT),
            entry(95, Kind.AMBIGUOUS),
            entry(96, Kind.VALUE),
            entry(97, Kind.AMBIGUOUS),
            entry(98, Kind.UNKNOWN_METRIC),
            entry(99, Kind.UNKNOWN_METRIC),
            entry(100, Kind.UNKNOWN_METRIC),
            entry(101, Kind.AMBIGUOUS),
            entry(102, Kind.AMBIGUOUS),
            entry(103, Kind.UNKNOWN_NODESET),
            entry(104, Kind.DOCUMENT),
            entry(105, Kind.DOCUMENT),
            entry(156, Kind.UNKNOWN_METRIC),
            entry(195, Kind.FORBIDDEN),
            entry(196, Kind.FORBIDDEN),
            entry(197, Kind.FORBIDDEN),
            entry(416, Kind.VALUE));

    @RegisterExtension
    private static final SecuredScene scene = new SecuredScene(CapturedRequests.demand());

    @BeforeAll
    static void prepare() {
        scene.kubernetes.allow(spec -> spec.get("user").asText().endsWith(":horizontal-pod-autoscaler"));
    }

    static List<Request> requests() throws IOException {
        return CapturedRequests.all();
    }

    @Test
    void allOfThemAreReplayed() throws IOException {
        assertThat(requests().stream().map(Request::number).collect(Collectors.toSet()))
                .isEqualTo(KINDS.keySet())
                .hasSize(35);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void isAnsweredAsTheContractSays(Request request) throws IOException {
        Reply reply = scene.adapter.get(
                "front-proxy", request.target(), request.headers().toArray(String[]::new));

        assertThat(reply.head())
                .doesNotContainIgnoringCase("retry-after")
                .containsIgnoringCase("cache-control: no-cache, private")
                .containsIgnoringCase("content-type: application/json");
        JsonNode body = FakeKubernetes.JSON.readTree(reply.body());
        switch (KINDS.getOrDefault(request.number(), Kind.DOCUMENT)) {
            case DOCUMENT -> isTheDocument(request, reply, body);
            case VALUE -> isTheCapturedValue(request, reply, body);
            case UNKNOWN_METRIC -> {
                isStatus(reply, body, 404);
                assertThat(body.get("message").asText())
                        .startsWith(FakeKubernetes.captured("aggregator/admin-404.json")
                                .get("message")
                                .asText()
                                .replace("slurm_unknown_metric", lastSegment(request))
                                .replaceFirst("[a-z-]+$", request.path().split("/", -1)[5]));
            }
            case UNKNOWN_NODESET -> {
                isStatus(reply, body, 404);
                assertThat(body.get("message").asText())
                        .startsWith("no series of " + DESIRED + " matches in namespace slurm;");
            }
            case AMBIGUOUS -> {
                isStatus(reply, body, 400);
                assertThat(body.get("message").asText())
                        .contains("nodeset=slurm-worker-cpu, nodeset=slurm-worker-gpu-h100");
            }
            case FORBIDDEN -> {
                isStatus(reply, body, 403);
                JsonNode expected = FakeKubernetes.JSON.readTree(
                        FakeKubernetes.captured("auth/jane-get.json").toString().replace("jane", request.user()));
                assertThat(body).isEqualTo(expected);
            }
        }
    }

    /** The document has all content that a real API server used from the documents of the captured backend. */
    private static void isTheDocument(Request request, Reply reply, JsonNode body) throws IOException {
        assertThat(reply.status()).isEqualTo(200);
        switch (request.path()) {
            case "/openapi/v2" -> assertThat(body.get("swagger").asText()).isEqualTo("2.0");
            case "/openapi/v3" -> assertThat(body.get("paths")).isEmpty();
            case "/apis" -> {
                assertThat(reply.head())
                        .containsIgnoringCase(
                                "content-type: application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList")
                        .containsIgnoringCase("etag: ");
                assertThat(body.get("kind").asText()).isEqualTo("APIGroupDiscoveryList");
                assertThat(names(body.get("items")))
                        .containsExactly("custom.metrics.k8s.io", "external.metrics.k8s.io");
            }
            default -> {
                JsonNode expected = request.answer();
                assertThat(body.get("kind")).isEqualTo(expected.get("kind"));
                assertThat(body.get("apiVersion")).isEqualTo(expected.get("apiVersion"));
                assertThat(body.get("groupVersion")).isEqualTo(expected.get("groupVersion"));
                JsonNode resource = desired(body);
                assertThat(resource).isEqualTo(desired(expected));
            }
        }
    }

    /** Returns the entry of the only metric that both backends have. */
    private static JsonNode desired(JsonNode list) {
        return StreamSupport.stream(((ArrayNode) list.get("resources")).spliterator(), false)
                .filter(resource -> resource.get("name").asText().endsWith(DESIRED)
                        && !resource.get("name").asText().matches("(?!nodesets\\.slinky).*/.*"))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> names(JsonNode items) {
        return StreamSupport.stream(items.spliterator(), false)
                .map(item -> item.get("metadata").get("name").asText())
                .toList();
    }

    private static void isTheCapturedValue(Request request, Reply reply, JsonNode body) throws IOException {
        JsonNode expected = request.answer();
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertThat(body.get("kind")).isEqualTo(expected.get("kind"));
        assertThat(body.get("apiVersion")).isEqualTo(expected.get("apiVersion"));
        assertThat(body.get("metadata")).isEqualTo(expected.get("metadata"));
        assertThat(body.get("items")).hasSize(1);
        JsonNode ours = body.get("items").get(0);
        JsonNode theirs = expected.get("items").get(0);
        assertThat(members(ours)).isEqualTo(members(theirs));
        assertThat(ours.path("metricName")).isEqualTo(theirs.path("metricName"));
        assertThat(ours.path("metricLabels").path("nodeset"))
                .isEqualTo(theirs.path("metricLabels").path("nodeset"));
        assertThat(ours.path("describedObject")).isEqualTo(theirs.path("describedObject"));
        assertThat(ours.path("metric")).isEqualTo(theirs.path("metric"));
        assertThat(ours.get("timestamp").asText()).isEqualTo("2026-11-20T09:54:13Z");
        assertThat(ours.get("value")).isEqualTo(theirs.get("value"));
    }

    private static void isStatus(Reply reply, JsonNode body, int code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(code);
        JsonNode captured = FakeKubernetes.captured("aggregator/admin-404.json");
        assertThat(members(body)).containsAll(members(captured));
        assertThat(body.get("kind")).isEqualTo(captured.get("kind"));
        assertThat(body.get("apiVersion")).isEqualTo(captured.get("apiVersion"));
        assertThat(body.get("status")).isEqualTo(captured.get("status"));
        assertThat(body.get("code").asInt()).isEqualTo(code);
    }

    private static String lastSegment(Request request) {
        return request.path().substring(request.path().lastIndexOf('/') + 1);
    }

    private static Set<String> members(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
