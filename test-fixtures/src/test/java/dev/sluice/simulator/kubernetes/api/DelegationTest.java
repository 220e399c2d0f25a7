package dev.sluice.simulator.kubernetes.api;

import static dev.sluice.simulator.kubernetes.api.Trees.member;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.simulator.kubernetes.KubernetesCaptures;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the requests of an aggregated API server: reviews, and requests for its own Secret and its APIService. */
class DelegationTest {
    private static final String SECRETS = "/api/v1/namespaces/slurm/secrets";
    private static final String API_SERVICE = "/apis/apiregistration.k8s.io/v1/apiservices/v1.example";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectStore store = new ObjectStore();
    private final ApiHandler api = new ApiHandler(store, Duration.ofMinutes(1), () -> 0);
    private final SimulatedApiServer server;

    DelegationTest() throws Exception {
        server = SimulatedApiServer.start(store, api);
        api.install(ResourceType.SECRETS);
        api.install(ResourceType.API_SERVICES);
        api.know("jane", true);
        api.know("joe", false);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(server.uri().resolve(URI.create(path)))
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private JsonNode status(String group, String review) throws Exception {
        HttpResponse<String> answer =
                send("POST", "/apis/" + group + "/v1/" + review.split(" ", 2)[0], review.split(" ", 2)[1]);
        assertThat(answer.statusCode()).isEqualTo(201);
        return JSON.readTree(answer.body()).get("status");
    }

    @Test
    void saysWhoseTokenItIs() throws Exception {
        JsonNode jane = status(
                "authentication.k8s.io", "tokenreviews {\"kind\":\"TokenReview\",\"spec\":{\"token\":\"jane-7.x\"}}");
        assertThat(jane.get("authenticated").asBoolean()).isTrue();
        assertThat(jane.get("user").get("username").asText()).isEqualTo("jane-7");

        JsonNode nobody = status(
                "authentication.k8s.io", "tokenreviews {\"kind\":\"TokenReview\",\"spec\":{\"token\":\"eve-1.x\"}}");
        assertThat(nobody)
                .isEqualTo(
                        KubernetesCaptures.json("auth/tokenreview-invalid.json").get("status"));
    }

    @Test
    void saysWhoMayRead() throws Exception {
        for (String user : new String[] {"jane-7", "joe-7", "eve-7"}) {
            JsonNode verdict = status(
                    "authorization.k8s.io",
                    "subjectaccessreviews {\"kind\":\"SubjectAccessReview\",\"spec\":{\"user\":\"" + user + "\"}}");
            assertThat(verdict.get("allowed").asBoolean()).isEqualTo(user.equals("jane-7"));
        }
    }

    @Test
    void secretsAreMadeOnceAndReplacedByWhoHasSeenThem() throws Exception {
        String secret = "{\"kind\":\"Secret\",\"metadata\":{\"name\":\"a\"},\"data\":{\"x\":\"eA==\"}}";
        HttpResponse<String> made = send("POST", SECRETS, secret);
        assertThat(made.statusCode()).isEqualTo(201);
        assertThat(send("POST", SECRETS, secret).statusCode()).isEqualTo(409);

        String seen = made.body().replace("eA==", "eQ==");
        assertThat(send("PUT", SECRETS + "/a", seen).statusCode()).isEqualTo(200);
        assertThat(send("PUT", SECRETS + "/a", seen).statusCode()).isEqualTo(409);
        assertThat(send("GET", SECRETS + "/a", "").body()).contains("eQ==");
        assertThat(send("PUT", SECRETS + "/b", seen).statusCode()).isEqualTo(404);
    }

    @Test
    void patchesLeaveTheRestAsItIs() throws Exception {
        api.put(
                new ObjectKey(ResourceType.API_SERVICES, "", "v1.example"),
                Trees.object(
                        member("metadata", Trees.object("name", "v1.example")),
                        member("spec", Trees.object("group", "example"))));

        HttpResponse<String> patched = send("PATCH", API_SERVICE, "{\"spec\":{\"caBundle\":\"eA==\"}}");

        assertThat(patched.statusCode()).isEqualTo(200);
        assertThat(JSON.readTree(patched.body()).get("spec"))
                .isEqualTo(JSON.readTree("{\"group\":\"example\",\"caBundle\":\"eA==\"}"));
    }

    @Test
    void otherObjectsAreNotWritten() throws Exception {
        assertThat(send("POST", "/api/v1/namespaces/slurm/pods", "{}").statusCode())
                .isEqualTo(405);
    }
}
