package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.FakeKubernetes.Trouble;
import dev.sluice.adapter.demand.DemandSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody reaches the port who should not, and tries. */
class HostileCallersTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private FakeKubernetes kubernetes;

    @SuppressWarnings("NullAway.Init")
    private FakeExporter exporter;

    @SuppressWarnings("NullAway.Init")
    private SecuredAdapter adapter;

    @BeforeEach
    void start() throws IOException {
        kubernetes = new FakeKubernetes();
        kubernetes.trust(Pki.pem("proxy-ca"), "[\"front-proxy-client\"]");
        exporter = FakeExporter.answering(200, DemandSamples.bytes("two-clusters.json"));
        adapter = SecuredAdapter.withFiles(folder, kubernetes, exporter);
        adapter.awaitTrust(kubernetes);
    }

    @AfterEach
    void stop() {
        adapter.close();
        exporter.close();
        kubernetes.close();
    }

    /** Without audiences in the question, the API server accepts only tokens that were made for itself. */
    @Test
    void aTokenForSomebodyElseIsNobodys() {
        assertThat(adapter.desired("", "Authorization: Bearer for-a-vault").status())
                .isEqualTo(401);
        assertThat(kubernetes.tokenReviews()).singleElement().hasToString("{\"token\":\"for-a-vault\"}");
    }

    /** One connection may be shared by a proxy: the certificate and the headers of each request count, not those before. */
    @Test
    void aConnectionThatBelongedToAMasterIsNobodysNextTime() throws IOException {
        try (TlsClient client = TlsClient.connect(adapter.port(), Pki.context(Pki.pem("serving-ca"), "front-proxy"))) {
            List<String> master = List.of("X-Remote-User: a", "X-Remote-Group: system:masters");
            assertThat(client.get(SecuredAdapter.DESIRED, master).status()).isEqualTo(200);
            assertThat(client.get(SecuredAdapter.DESIRED, List.of("X-Remote-User: jane"))
                            .status())
                    .isEqualTo(403);
            assertThat(client.get(SecuredAdapter.DESIRED, List.of()).status()).isEqualTo(401);
        }
    }

    /** A token goes before nothing, not before the front proxy: what it vouches for is who asks. */
    @Test
    void theFrontProxysWordGoesBeforeAToken() {
        kubernetes.token("good", "auth/tokenreview-valid.json");
        assertThat(adapter.desired("front-proxy", "X-Remote-User: jane", "Authorization: Bearer good")
                        .status())
                .isEqualTo(403);
        assertThat(kubernetes.tokenReviews()).isEmpty();
        assertThat(kubernetes.accessReviews().get(0).get("user").asText()).isEqualTo("jane");
    }

    @Test
    void longQuestionsAreRememberedToo() {
        String path = "/" + "a".repeat(20_000);
        assertThat(adapter.get("", path).status()).isEqualTo(403);
        assertThat(adapter.get("", path).status()).isEqualTo(403);
        assertThat(kubernetes.accessReviews()).hasSize(1);
    }

    @Test
    void refusalsHoldNoLongerThanTenSeconds() {
        assertThat(adapter.desired("", "Authorization: Bearer late").status()).isEqualTo(401);
        kubernetes.token("late", "auth/tokenreview-valid.json");
        kubernetes.allow(spec -> true);
        assertThat(adapter.desired("", "Authorization: Bearer late").status()).isEqualTo(401);
        adapter.time.advance(Duration.ofSeconds(10));
        assertThat(adapter.desired("", "Authorization: Bearer late").status()).isEqualTo(200);
    }

    @Test
    void whatWasAllowedIsForgottenWhileTheApiServerIsAway() {
        kubernetes.allow(spec -> true);
        assertThat(adapter.desired("front-proxy", "X-Remote-User: jane").status())
                .isEqualTo(200);
        kubernetes.trouble(Trouble.ERROR);
        adapter.time.advance(Duration.ofMillis(9_999));
        assertThat(adapter.desired("front-proxy", "X-Remote-User: jane").status())
                .isEqualTo(200);
        adapter.time.advance(Duration.ofMillis(1));
        assertThat(adapter.desired("front-proxy", "X-Remote-User: jane").status())
                .isEqualTo(503);
        assertThat(adapter.get("front-proxy", "/apis").status()).isEqualTo(200);
    }

    /** More callers than connections to an API server that hangs: none waits behind the others. */
    @Test
    void allWhoWaitForAHangingApiServerAreAnswered() throws Exception {
        kubernetes.trouble(Trouble.HANGS);
        ExecutorService threads = Executors.newFixedThreadPool(48);
        try {
            List<Future<Integer>> statuses = new ArrayList<>();
            for (int i = 0; i < 48; i++) {
                String user = "X-Remote-User: user-" + i;
                statuses.add(threads.submit(
                        () -> adapter.desired("front-proxy", user).status()));
            }
            for (Future<Integer> status : statuses) {
                assertThat(status.get(60, TimeUnit.SECONDS)).isEqualTo(503);
            }
            assertThat(adapter.get("front-proxy", "/apis").status()).isEqualTo(200);
        } finally {
            threads.shutdownNow();
        }
    }
}
