package dev.sluice.exporter.kubernetes;

import static dev.sluice.exporter.Patience.await;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.SourceState;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.poll.Time;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A source that reads from a fake API server. */
abstract class SourceTest {

    static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    static final WatchTuning QUICK = quick(Duration.ofSeconds(20));

    final Vertx vertx = Vertx.vertx();
    final FakeApiServer server;
    private Optional<KubernetesSource> source = Optional.empty();

    @TempDir
    private Path folder = Path.of("");

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
                Duration.ofSeconds(90),
                Duration.ofMillis(20),
                Duration.ofMillis(50),
                Duration.ofMillis(50));
    }

    /** Starts a source with keys of the configuration, and waits for its watches. */
    void start(String keys) {
        start(keys, QUICK, server.port(), Waits.of(System::nanoTime));
    }

    void start(String keys, WatchTuning tuning, int port, Waits waits) {
        Time time = new Time(Clock.fixed(NOW, ZoneOffset.UTC), waits::nanoTime);
        KubernetesConfig config = Loaded.kubernetes(kubeconfig(port), keys);
        KubernetesSource started = new KubernetesSource(vertx, time, "research", config, Map.of(), tuning, waits);
        source = Optional.of(started);
        started.start();
        await().until(() -> snapshot().resources().size() > 1);
    }

    private Path kubeconfig(int port) {
        try {
            return Files.writeString(folder.resolve("kubeconfig"), """
                    current-context: fake
                    contexts: [{name: fake, context: {cluster: fake}}]
                    clusters: [{name: fake, cluster: {server: 'http://127.0.0.1:%s'}}]
                    """.formatted(port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
