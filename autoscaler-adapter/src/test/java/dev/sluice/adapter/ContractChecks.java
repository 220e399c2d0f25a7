package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.adapter.CapturedRequests.Request;
import dev.sluice.common.RawConnection.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the behaviour of the adapter for a cluster's clients. The clients send requests to the adapter directly,
 * through a fake API server, or through a real API server.
 */
abstract class ContractChecks {

    /** A real API server checks the availability of an API group only from time to time. */
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private static final String DESIRED = "slurm_nodeset_desired_replicas";
    private static final String EXTERNAL = AdapterFixture.EXTERNAL + "/namespaces/";
    private static final Map<String, String> GROUPS =
            Map.of("external.metrics.k8s.io", "v1beta1", "custom.metrics.k8s.io", "v1beta2");

    /** Returns the response to the request of a user with all permissions. */
    abstract Reply get(String target, String... headers);

    /** The source of the adapter's values: initially {@link CapturedRequests#demand()}. */
    abstract FakeExporter exporter();

    @Test
    void bothGroupsAreDiscovered() throws IOException {
        JsonNode groups = document("/apis", "application/json").get("groups");
        for (Map.Entry<String, String> group : GROUPS.entrySet()) {
            String name = group.getKey();
            String groupVersion = name + "/" + group.getValue();
            assertThat(named(groups, "name", name).at("/preferredVersion/groupVersion"))
                    .hasToString("\"" + groupVersion + "\"");
            assertThat(document("/apis/" + name, "application/json").at("/versions/0/version"))
                    .hasToString("\"" + group.getValue() + "\"");
            JsonNode resources = document("/apis/" + groupVersion, "application/json");
            assertThat(resources.get("kind")).hasToString("\"APIResourceList\"");
            assertThat(resources.get("groupVersion")).hasToString("\"" + groupVersion + "\"");
        }
        JsonNode metric =
                named(document(AdapterFixture.EXTERNAL, "application/json").get("resources"), "name", DESIRED);
        assertThat(metric)
                .isEqualTo(named(
                        FakeKubernetes.captured("aggregator/discovery-external-v1beta1.json")
                                .get("resources"),
                        "name",
                        DESIRED));
        assertThat(named(
                                document(AdapterFixture.CUSTOM, "application/json")
                                        .get("resources"),
                                "name",
                                "nodesets.slinky.slurm.net/" + DESIRED)
                        .get("namespaced"))
                .hasToString("true");
    }

    /** Replays the captured requests of HPAs. The responses must have the captured values. */
    @Test
    void theCapturedQuestionsOfHpasGetTheCapturedValues() throws IOException {
        List<Request> requests = CapturedRequests.all().stream()
                .filter(request -> request.user().endsWith(":horizontal-pod-autoscaler"))
                .filter(request -> request.path().endsWith(DESIRED))
                .toList();
        assertThat(requests).hasSize(5);
        for (Request request : requests) {
            Reply reply = get(request.target(), "Accept: application/vnd.kubernetes.protobuf, */*");
            assertThat(reply.status()).as(request + "\n" + reply.text()).isEqualTo(200);
            assertThat(reply.header("Content-Type")).containsExactly("application/json");
            JsonNode body = FakeKubernetes.JSON.readTree(reply.text());
            assertThat(body.get("kind")).isEqualTo(request.answer().get("kind"));
            assertThat(body.get("items")).hasSize(1);
            assertThat(body.at("/items/0/value")).isEqualTo(request.answer().at("/items/0/value"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodeset%3D%3Dslurm-worker-cpu|6",
                "nodeset+in+%28slurm-worker-cpu%2Cother%29|6",
                "nodeset%21%3Dslurm-worker-cpu%2Cnodeset|4",
                "nodeset+notin+%28slurm-worker-gpu-h100%29%2Ccluster|6",
                "%21zone%2Ccluster%3Dresearch%2Cnodeset%3Dslurm-worker-gpu-h100|4",
            })
    void selectorsChoose(String selector, String value) throws IOException {
        Reply reply = get(EXTERNAL + "slurm/" + DESIRED + "?labelSelector=" + selector);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        JsonNode items = FakeKubernetes.JSON.readTree(reply.text()).get("items");
        assertThat(items).hasSize(1);
        assertThat(items.at("/0/value").asText()).isEqualTo(value);
    }

    @Test
    void whatIsNotTrustedIsAnErrorWithAReasonAndDiscoveryGoesOn() throws IOException {
        String target = EXTERNAL + "slurm/" + DESIRED + "?labelSelector=nodeset%3Dslurm-worker-cpu";
        exporter().answer(200, CapturedRequests.withheld());
        try {
            await().atMost(PATIENCE).until(() -> get(target).status() != 200);
            Reply reply = get(target);
            assertThat(reply.status()).isEqualTo(503);
            isStatus(reply, 503, "ServiceUnavailable");
            assertThat(FakeKubernetes.JSON.readTree(reply.text()).get("message").asText())
                    .contains("cluster research: withheld by ")
                    .contains("jobs data is from 2026-11-20T09:52:00Z, older than the limit of 90 s");
            bothGroupsAreDiscovered();
        } finally {
            exporter().answer(200, CapturedRequests.demand());
            await().atMost(PATIENCE).until(() -> get(target).status() == 200);
        }
    }

    private JsonNode document(String path, String accept) throws IOException {
        Reply reply = get(path, "Accept: " + accept);
        assertThat(reply.status()).as(path + "\n" + reply.text()).isEqualTo(200);
        assertThat(reply.header("Retry-After")).isEmpty();
        return FakeKubernetes.JSON.readTree(reply.text());
    }

    private static void isStatus(Reply reply, int code, String reason) throws IOException {
        assertThat(reply.header("Retry-After")).isEmpty();
        JsonNode body = FakeKubernetes.JSON.readTree(reply.text());
        assertThat(body.get("kind").asText()).isEqualTo("Status");
        assertThat(body.get("apiVersion").asText()).isEqualTo("v1");
        assertThat(body.get("status").asText()).isEqualTo("Failure");
        assertThat(body.get("reason").asText()).isEqualTo(reason);
        assertThat(body.get("code").asInt()).isEqualTo(code);
    }

    private static JsonNode named(JsonNode list, String member, String name) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(item -> item.get(member).asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + list));
    }
}
