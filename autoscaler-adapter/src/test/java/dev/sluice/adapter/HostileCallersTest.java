package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.FakeKubernetes.Trouble;
import dev.sluice.adapter.demand.DemandSamples;
import java.io.IOException;
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
