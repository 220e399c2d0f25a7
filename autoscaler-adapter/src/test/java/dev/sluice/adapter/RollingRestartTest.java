package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.adapter.demand.DemandSamples;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RollingRestartTest {

    private static final int REQUESTS = 800;
    private static final int RESTARTS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The replicas of the Service, as the API server knows them. */
    private final List<AdapterFixture> endpoints = new CopyOnWriteArrayList<>();

    private final AtomicInteger answered = new AtomicInteger();

    @Test
    void failsNoRequest() throws Exception {
        ExecutorService clients = Executors.newSingleThreadExecutor();
        try (FakeExporter exporter = FakeExporter.answering(200, DemandSamples.bytes("two-clusters.json"))) {
            endpoints.add(started(exporter));
            endpoints.add(started(exporter));
            Future<?> load = clients.submit(this::ask);
            for (int restart = 0; restart < RESTARTS; restart++) {
                int replica = restart % endpoints.size();
                AdapterFixture next = started(exporter);
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
            endpoints.forEach(AdapterFixture::close);
        }
    }

    private void ask() {
        for (int i = 0; i < REQUESTS; i++) {
            assertThat(endpoints
                            .get(i % endpoints.size())
                            .desired("nodeset=gpu,cluster=research")
                            .statusCode())
                    .isEqualTo(200);
            answered.incrementAndGet();
        }
    }

    private void awaitRequests() {
        int before = answered.get();
        await().atMost(PATIENCE).until(() -> answered.get() >= Math.min(REQUESTS, before + REQUESTS / RESTARTS / 3));
    }

    private static AdapterFixture started(FakeExporter exporter) throws IOException {
        AdapterFixture adapter = AdapterFixture.reading(exporter.url());
        await().atMost(PATIENCE)
                .until(() -> adapter.operations("/readyz").body().contains("cluster research: served"));
        return adapter;
    }
}
