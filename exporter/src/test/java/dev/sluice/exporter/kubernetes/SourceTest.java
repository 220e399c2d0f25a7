package dev.sluice.exporter.kubernetes;

import static dev.sluice.exporter.Patience.await;

import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.SourceState;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.poll.Time;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** A source that reads from a fake API server. */
abstract class SourceTest {

    static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    static final WatchTuning QUICK = quick(Duration.ofSeconds(20));

    final Vertx vertx = Vertx.vertx();
    final FakeApiServer server;
    private Optional<KubernetesSource> source = Optional.empty();

    SourceTest() throws Exception {
        server = new FakeApiServer(vertx);
    }

    @AfterEach
    void stop() throws Exception {
        if (source.isPresent()) {
            source.get().stop().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    /** Returns times that are short enough for a test. */
    static WatchTuning quick(Duration silence) {
        return quick(silence, silence);
    }

    static WatchTuning quick(Duration head, Duration silence) {
        return new WatchTuning(
                500,
                Duration.ofSeconds(20),
                Duration.ofMinutes(5),
                head,
                silence,
                Duration.ofMillis(20),
                Duration.ofMillis(50),
                Duration.ofMillis(50));
    }

    static KubernetesSettings settings(
            Optional<String> namespace, Set<ObjectName> statefulSets, boolean gpuPods, int maxObjects) {
        return new KubernetesSettings(
                "research",
                namespace,
                Optional.empty(),
                statefulSets,
                true,
                gpuPods,
                Duration.ofSeconds(90),
                maxObjects);
    }

    KubernetesSource start(KubernetesSettings settings) {
        return start(settings, QUICK, server.client());
    }

    KubernetesSource start(KubernetesSettings settings, WatchTuning tuning, KubernetesClient client) {
        return start(settings, tuning, client, Waits.of(System::nanoTime));
    }

    KubernetesSource start(KubernetesSettings settings, WatchTuning tuning, KubernetesClient client, Waits waits) {
        Time time = new Time(Clock.fixed(NOW, ZoneOffset.UTC), waits::nanoTime);
        KubernetesSource started = new KubernetesSource(vertx, time, settings, client, tuning, waits);
        source = Optional.of(started);
        started.start();
        return started;
    }

    KubernetesSnapshot snapshot() {
        return source.orElseThrow().snapshot();
    }

    SourceStatus status(String name) {
        return snapshot().resources().stream()
                .filter(resource -> resource.source().equals(name))
                .findFirst()
                .orElseThrow();
    }

    SourceStatus awaitState(String name, SourceState state) {
        return await().until(() -> status(name), status -> status.state(NOW) == state);
    }
}
