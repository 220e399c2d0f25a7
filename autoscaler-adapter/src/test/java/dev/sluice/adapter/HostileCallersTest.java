package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.FakeKubernetes.Trouble;
import dev.sluice.adapter.demand.DemandSamples;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests attempts by unauthorized clients that can reach the port. */
@Tag("slow")
class HostileCallersTest {

    @RegisterExtension
    private final SecuredScene scene = new SecuredScene(DemandSamples.bytes("two-clusters.json"));

    /**
     * If the review contains no audiences, the API server accepts only tokens that are issued for the API server
     * itself.
     */
    @Test
    void aTokenForSomebodyElseIsNobodys() {
        assertThat(scene.adapter
                        .desired("", "Authorization: Bearer for-a-vault")
                        .status())
                .isEqualTo(401);
        assertThat(scene.kubernetes.tokenReviews()).singleElement().hasToString("{\"token\":\"for-a-vault\"}");
    }

    /**
     * Several users can share one connection of a proxy. Only the certificate and the headers of the current request
     * count.
     */
    @Test
    void aConnectionThatBelongedToAMasterIsNobodysNextTime() throws IOException {
        try (TlsClient client =
                TlsClient.connect(scene.adapter.port(), Pki.context(Pki.pem("serving-ca"), "front-proxy"))) {
            List<String> master = List.of("X-Remote-User: a", "X-Remote-Group: system:masters");
            assertThat(client.get(SecuredAdapter.DESIRED, master).status()).isEqualTo(200);
            assertThat(client.get(SecuredAdapter.DESIRED, List.of("X-Remote-User: jane"))
                            .status())
                    .isEqualTo(403);
            assertThat(client.get(SecuredAdapter.DESIRED, List.of()).status()).isEqualTo(401);
        }
    }

    /** The user that the front proxy names has precedence over the user of a token. */
    @Test
    void theFrontProxysWordGoesBeforeAToken() {
        scene.kubernetes.token("good", "auth/tokenreview-valid.json");
        assertThat(scene.adapter
                        .desired("front-proxy", "X-Remote-User: jane", "Authorization: Bearer good")
                        .status())
                .isEqualTo(403);
        assertThat(scene.kubernetes.tokenReviews()).isEmpty();
        assertThat(scene.kubernetes.accessReviews().get(0).get("user").asText()).isEqualTo("jane");
    }

    @Test
    void longQuestionsAreRememberedToo() {
        String path = "/" + "a".repeat(20_000);
        assertThat(scene.adapter.get("", path).status()).isEqualTo(403);
        assertThat(scene.adapter.get("", path).status()).isEqualTo(403);
        assertThat(scene.kubernetes.accessReviews()).hasSize(1);
    }

    @Test
    void refusalsHoldNoLongerThanTenSeconds() {
        assertThat(scene.adapter.desired("", "Authorization: Bearer late").status())
                .isEqualTo(401);
        scene.kubernetes.token("late", "auth/tokenreview-valid.json");
        scene.kubernetes.allow(spec -> true);
        assertThat(scene.adapter.desired("", "Authorization: Bearer late").status())
                .isEqualTo(401);
        scene.adapter.time.advance(Duration.ofSeconds(10));
        assertThat(scene.adapter.desired("", "Authorization: Bearer late").status())
                .isEqualTo(200);
    }

    @Test
    void whatWasAllowedIsForgottenWhileTheApiServerIsAway() {
        scene.kubernetes.allow(spec -> true);
        assertThat(scene.adapter.desired("front-proxy", "X-Remote-User: jane").status())
                .isEqualTo(200);
        scene.kubernetes.trouble(Trouble.ERROR);
        scene.adapter.time.advance(Duration.ofMillis(9_999));
        assertThat(scene.adapter.desired("front-proxy", "X-Remote-User: jane").status())
                .isEqualTo(200);
        scene.adapter.time.advance(Duration.ofMillis(1));
        assertThat(scene.adapter.desired("front-proxy", "X-Remote-User: jane").status())
                .isEqualTo(503);
        assertThat(scene.adapter.get("front-proxy", "/apis").status()).isEqualTo(200);
    }

    /**
     * There are more clients than connections to a blocked API server. No client waits until other clients have a
     * result.
     */
    @Test
    void allWhoWaitForAHangingApiServerAreAnswered() throws Exception {
        scene.kubernetes.trouble(Trouble.HANGS);
        ExecutorService threads = Executors.newFixedThreadPool(48);
        try {
            List<Future<Integer>> statuses = new ArrayList<>();
            for (int i = 0; i < 48; i++) {
                String user = "X-Remote-User: user-" + i;
                statuses.add(threads.submit(
                        () -> scene.adapter.desired("front-proxy", user).status()));
            }
            for (Future<Integer> status : statuses) {
                assertThat(status.get(60, TimeUnit.SECONDS)).isEqualTo(503);
            }
            assertThat(scene.adapter.get("front-proxy", "/apis").status()).isEqualTo(200);
        } finally {
            threads.shutdownNow();
        }
    }
}
