package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.adapter.FakeKubernetes.Trouble;
import dev.sluice.adapter.TlsClient.Reply;
import dev.sluice.adapter.demand.DemandSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests permissions over real TLS, with an API server that publishes its trusted authorities. */
@Tag("slow")
class WhoMayAskTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String HPA = "X-Remote-User: system:serviceaccount:kube-system:horizontal-pod-autoscaler";

    @RegisterExtension
    private final SecuredScene scene = new SecuredScene(DemandSamples.bytes("two-clusters.json"));

    @Test
    void theHpasRequestIsReviewedAsTheReferenceReviewsIt() throws IOException {
        scene.kubernetes.allow(spec -> true);

        CapturedRequests.Request first = CapturedRequests.all().stream()
                .filter(request -> request.target().startsWith(AdapterFixture.EXTERNAL + "/namespaces/"))
                .filter(request -> request.user().endsWith(":horizontal-pod-autoscaler"))
                .findFirst()
                .orElseThrow();
        Reply reply = scene.adapter.desired("front-proxy", first.headers().toArray(String[]::new));

        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertThat(reply.body()).contains("\"value\":\"12\"");
        JsonNode spec = scene.kubernetes.accessReviews().get(0);
        JsonNode expected =
                FakeKubernetes.captured("auth/sar-hpa-controller.json").get("spec");
        assertThat(spec.get("resourceAttributes")).isEqualTo(expected.get("resourceAttributes"));
        assertThat(spec.get("user")).isEqualTo(expected.get("user"));
        assertThat(spec.get("groups")).isEqualTo(expected.get("groups"));
        assertThat(spec.get("uid").asText()).matches("[0-9a-f-]{36}");
        assertThat(spec.get("extra")
                        .get("authentication.kubernetes.io/credential-id")
                        .get(0)
                        .asText())
                .startsWith("JTI=");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ERROR|the Kubernetes API server answered 500: etcd is on holiday",
                "GARBAGE|the Kubernetes API server answered with something else than an object",
                "NULL|the Kubernetes API server answered with something else than an object",
                "LARGE|the Kubernetes API server answered with more than 262144 bytes",
                "HANGS|the Kubernetes API server gave no full response within 5 s",
            })
    void withoutTheApiServerWhatIsRememberedHoldsAndNothingElse(Trouble trouble, String message) {
        scene.kubernetes.allow(spec -> true);
        assertThat(scene.adapter.desired("front-proxy", HPA).status()).isEqualTo(200);
        scene.kubernetes.trouble(trouble);

        assertThat(scene.adapter.desired("front-proxy", HPA).status()).isEqualTo(200);
        assertThat(scene.adapter
                        .desired("front-proxy", "X-Remote-User: a", "X-Remote-Group: system:masters")
                        .status())
                .isEqualTo(200);
        Reply other = scene.adapter.desired("front-proxy", "X-Remote-User: other");
        assertThat(other.status()).isEqualTo(503);
        assertThat(other.body())
                .contains("\"message\":\"the authorization check failed: " + message + "\"")
                .contains("\"reason\":\"ServiceUnavailable\"");
        assertThat(other.head()).doesNotContainIgnoringCase("retry-after");
        assertThat(scene.adapter.desired("", "Authorization: Bearer x").status())
                .isEqualTo(503);
        assertThat(scene.adapter.metric("sluice_adapter_review_failures_total")).isEqualTo(2);

        scene.kubernetes.trouble(Trouble.NONE);
        assertThat(scene.adapter.desired("front-proxy", "X-Remote-User: other").status())
                .as("failures are not remembered")
                .isEqualTo(200);
    }

    @Test
    void theFrontProxysAuthorityMayChangeWhileConnectionsLive() throws IOException {
        List<String> master = List.of("X-Remote-User: a", "X-Remote-Group: system:masters");
        try (TlsClient before =
                        TlsClient.connect(scene.adapter.port(), Pki.context(Pki.pem("serving-ca"), "front-proxy"));
                TlsClient after = TlsClient.connect(
                        scene.adapter.port(), Pki.context(Pki.pem("serving-ca"), "next-front-proxy"))) {
            assertThat(before.get(SecuredAdapter.DESIRED, master).status()).isEqualTo(200);
            assertThat(after.get(SecuredAdapter.DESIRED, master).status()).isEqualTo(401);

            // The ConfigMap has first both authorities, as in a careful rotation, and then only the new authority.
            scene.kubernetes.trust(Pki.pem("proxy-ca") + Pki.pem("next-proxy-ca"), SecuredScene.NAMES);
            await().atMost(PATIENCE)
                    .until(() -> after.get(SecuredAdapter.DESIRED, master).status() == 200);
            assertThat(before.get(SecuredAdapter.DESIRED, master).status()).isEqualTo(200);

            scene.kubernetes.trust(Pki.pem("next-proxy-ca"), SecuredScene.NAMES);
            await().atMost(PATIENCE)
                    .until(() -> before.get(SecuredAdapter.DESIRED, master).status() == 401);
            assertThat(after.get(SecuredAdapter.DESIRED, master).status()).isEqualTo(200);
        }
    }

    @Test
    void tokensWorkWithoutTheConfigMap() throws IOException {
        scene.kubernetes.remove(FakeKubernetes.CONFIG_MAP);
        scene.kubernetes.token("good", "auth/tokenreview-valid.json");
        scene.kubernetes.allow(spec -> true);
        Path own = Files.createDirectory(scene.folder.resolve("own"));
        try (SecuredAdapter late = SecuredAdapter.withFiles(own, scene.kubernetes, scene.exporter)) {
            assertThat(late.metric("sluice_adapter_authentication_config_up")).isZero();
            assertThat(late.desired("", "Authorization: Bearer good").status()).isEqualTo(200);
            assertThat(late.desired("front-proxy", "Authorization: Bearer good").status())
                    .isEqualTo(200);
            assertThat(late.get("front-proxy", "/apis", HPA).status()).isEqualTo(200);

            scene.kubernetes.trust(Pki.pem("proxy-ca"), SecuredScene.NAMES);
            late.awaitTrust();
            assertThat(late.desired("front-proxy", "X-Remote-User: a", "X-Remote-Group: system:masters")
                            .status())
                    .isEqualTo(200);
        }
    }
}
