package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.common.RawConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.SocketFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class RollingRestartTest {

    private static final int REQUESTS = 800;
    private static final int RESTARTS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final SocketFactory FRONT_PROXY =
            Pki.trustingAnybody("front-proxy").getSocketFactory();

    /** The replicas of the Service, as the API server knows them. */
    private final List<SecuredAdapter> endpoints = new CopyOnWriteArrayList<>();

    private final AtomicInteger answered = new AtomicInteger();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void failsNoRequest() throws Exception {
        ExecutorService clients = Executors.newSingleThreadExecutor();
        try (FakeExporter exporter = FakeExporter.answering(200, DemandSamples.bytes("two-clusters.json"));
                FakeKubernetes kubernetes = new FakeKubernetes()) {
            kubernetes.trust(Pki.pem("proxy-ca"), SecuredScene.NAMES);
            endpoints.add(started(kubernetes, exporter));
            endpoints.add(started(kubernetes, exporter));
            Future<?> load = clients.submit(this::ask);
            for (int restart = 0; restart < RESTARTS; restart++) {
                int replica = restart % endpoints.size();
                SecuredAdapter next = started(kubernetes, exporter);
                // The API server learns of the change only after SIGTERM.
                endpoints.get(replica).stop(drain -> {
                    awaitRequests();
                    endpoints.set(replica, next);
                    awaitRequests();
                });
            }
            load.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(answered).hasValueGreaterThanOrEqualTo(REQUESTS);
        } finally {
            clients.shutdownNow();
            endpoints.forEach(SecuredAdapter::close);
        }
    }

    private int ask() throws IOException {
        for (int i = 0; i < REQUESTS; i++) {
            int port = endpoints.get(i % endpoints.size()).port();
            try (RawConnection client = RawConnection.to(port, FRONT_PROXY)) {
                assertThat(client.get(SecuredAdapter.DESIRED).status()).isEqualTo(200);
            }
            answered.incrementAndGet();
        }
        return REQUESTS;
    }

    private void awaitRequests() {
        int before = answered.get();
        await().atMost(PATIENCE).until(() -> answered.get() >= Math.min(REQUESTS, before + REQUESTS / RESTARTS / 3));
    }

    private SecuredAdapter started(FakeKubernetes kubernetes, FakeExporter exporter) throws IOException {
        List<String> flags = List.of("--tls-self-signed");
        SecuredAdapter adapter = new SecuredAdapter(folder, kubernetes, exporter, flags, Instant.now());
        adapter.awaitTrust();
        return adapter;
    }
}
