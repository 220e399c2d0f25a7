package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.adapter.FakeKubernetes.Trouble;
import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.common.RawConnection;
import dev.sluice.common.RawConnection.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests permissions over real TLS, with an API server that publishes its trusted authorities. */
@Tag("slow")
class WhoMayAskTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    private final SecuredScene scene = new SecuredScene(DemandSamples.bytes("two-clusters.json"));

    @Test
    void theApiServerMayAskAndNobodyElse() throws IOException {
        CapturedRequests.Request first = CapturedRequests.all().stream()
                .filter(request -> request.target().startsWith(AdapterFixture.EXTERNAL + "/namespaces/"))
                .filter(request -> request.user().endsWith(":horizontal-pod-autoscaler"))
                .findFirst()
                .orElseThrow();
        String[] headers = first.headers().toArray(String[]::new);

        Reply reply = scene.adapter.desired("front-proxy", headers);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.text()).contains("\"value\":\"12\"");
        assertThat(scene.adapter.desired("stranger", headers).status()).isEqualTo(401);
        assertThat(scene.adapter.desired("", headers).status()).isEqualTo(401);
        assertThat(scene.adapter.desired("", "Authorization: Bearer x").status())
                .isEqualTo(401);
        assertThat(scene.adapter.get("", "/apis").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ERROR|the Kubernetes API server answered 500: etcd is on holiday",
                "GARBAGE|the Kubernetes API server sent no ConfigMap: ",
                "NULL|the Kubernetes API server has no such object",
                "LARGE|the Kubernetes API server sent no ConfigMap: its response has more than 256 KiB",
                "UNTRUSTED|the Kubernetes API server sent no ConfigMap: unable to find valid certification path",
                "HANGS|reading the ConfigMap takes longer than 5 s",
            })
    void withoutTheApiServerWhatIsRememberedHoldsAndNothingElse(Trouble trouble, String message) throws IOException {
        scene.kubernetes.trouble(trouble);
        Path own = Files.createDirectory(scene.folder.resolve("own"));
        try (SecuredAdapter late = SecuredAdapter.withFiles(own, scene.kubernetes, scene.exporter)) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(late.ready().body())
                            .contains("the ConfigMap kube-system/extension-apiserver-authentication has not been read"
                                    + " yet: " + message));
            assertThat(late.ready().statusCode()).isEqualTo(503);
            assertThat(late.desired("front-proxy").status()).isEqualTo(401);
            assertThat(late.get("front-proxy", "/apis").status()).isEqualTo(200);
            await().atMost(PATIENCE).until(() -> scene.adapter.metric("sluice_adapter_authentication_config_up") == 0);
            assertThat(scene.adapter.desired("front-proxy").status()).isEqualTo(200);

            scene.kubernetes.trouble(Trouble.NONE);
            late.replaceKubeconfig(scene.kubernetes);
            late.awaitTrust();
            assertThat(late.desired("front-proxy").status()).isEqualTo(200);
        }
    }

    @Test
    void theFrontProxysAuthorityMayChangeWhileConnectionsLive() throws IOException {
        try (RawConnection before = RawConnection.to(
                        scene.adapter.port(), Pki.context("front-proxy").getSocketFactory());
                RawConnection after = RawConnection.to(
                        scene.adapter.port(), Pki.context("next-front-proxy").getSocketFactory())) {
            assertThat(before.get(SecuredAdapter.DESIRED).status()).isEqualTo(200);
            assertThat(after.get(SecuredAdapter.DESIRED).status()).isEqualTo(401);

            // The ConfigMap has first both authorities, as in a careful rotation, and then only the new authority.
            scene.kubernetes.trust(Pki.pem("proxy-ca") + Pki.pem("next-proxy-ca"), SecuredScene.NAMES);
            await().atMost(PATIENCE)
                    .until(() -> after.get(SecuredAdapter.DESIRED).status() == 200);
            assertThat(before.get(SecuredAdapter.DESIRED).status()).isEqualTo(200);

            scene.kubernetes.trust(Pki.pem("next-proxy-ca"), SecuredScene.NAMES);
            await().atMost(PATIENCE)
                    .until(() -> before.get(SecuredAdapter.DESIRED).status() == 401);
            assertThat(after.get(SecuredAdapter.DESIRED).status()).isEqualTo(200);
        }
    }
}
