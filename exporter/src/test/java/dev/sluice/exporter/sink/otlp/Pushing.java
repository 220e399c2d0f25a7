package dev.sluice.exporter.sink.otlp;

import static org.awaitility.Awaitility.await;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.OtlpMetrics;
import dev.sluice.exporter.metrics.OtlpMetrics.Fate;
import dev.sluice.exporter.metrics.OtlpMetrics.Outcome;
import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.sink.otlp.OtlpSettings.Header;
import dev.sluice.exporter.sink.otlp.OtlpSettings.Protocol;
import dev.sluice.exporter.sink.otlp.OtlpSettings.Server;
import dev.sluice.exporter.sink.otlp.OtlpSettings.Tls;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.core.ThrowingRunnable;

/** A push of one batch, at a moment that stands still, every few milliseconds. */
final class Pushing implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456789Z");
    static final Instant STARTED = Instant.parse("2026-11-20T08:00:00Z");
    static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    static final Tls NO_FILES = new Tls(Optional.empty(), Optional.empty(), Optional.empty(), true);

    private static final MetricBatch NOTHING = visitor -> {};

    private final Vertx vertx = Vertx.vertx();
    private final OtlpPush push;

    private Pushing(OtlpSettings settings, MetricBatch batch) {
        var sink = new OtlpSink(CLOCK, () -> NOTHING);
        sink.publish(new Publication("alpha", "jobs", batch, NOW.plusSeconds(60)));
        push = OtlpPush.start(
                vertx,
                settings,
                new OtlpPush.Content(sink, MetricCatalog.families(), STARTED, "1.2.3"),
                CLOCK,
                System::nanoTime);
    }

    static Pushing start(OtlpSettings settings, MetricBatch batch) {
        return new Pushing(settings, batch);
    }

    static OtlpSettings http(int port) {
        return settings(new Server(false, "127.0.0.1", port, "", NO_FILES), Protocol.HTTP);
    }

    static OtlpSettings grpc(int port) {
        return settings(new Server(false, "127.0.0.1", port, "", NO_FILES), Protocol.GRPC);
    }

    static OtlpSettings settings(Server server, Protocol protocol) {
        return new OtlpSettings(
                server,
                protocol,
                Duration.ofMillis(50),
                Duration.ofSeconds(20),
                true,
                1000,
                List.of(new Header("X-Scope-OrgID", () -> "slurm")),
                Map.of("service.name", "sluice"),
                Optional.empty());
    }

    static OtlpSettings withLimit(OtlpSettings settings, int maxPoints) {
        return new OtlpSettings(
                settings.server(),
                settings.protocol(),
                settings.interval(),
                settings.timeout(),
                settings.gzip(),
                maxPoints,
                settings.headers(),
                settings.resource(),
                settings.signing());
    }

    /** So that a slow machine, too, ends one round before the next is due. */
    static OtlpSettings patient(OtlpSettings settings) {
        return new OtlpSettings(
                settings.server(),
                settings.protocol(),
                Duration.ofSeconds(3),
                settings.timeout(),
                settings.gzip(),
                settings.maxPoints(),
                settings.headers(),
                settings.resource(),
                settings.signing());
    }

    static OtlpSettings withTimeout(OtlpSettings settings, Duration timeout) {
        return new OtlpSettings(
                settings.server(),
                settings.protocol(),
                settings.interval(),
                timeout,
                settings.gzip(),
                settings.maxPoints(),
                settings.headers(),
                settings.resource(),
                settings.signing());
    }

    static OtlpSettings signed(OtlpSettings settings) {
        return new OtlpSettings(
                settings.server(),
                settings.protocol(),
                settings.interval(),
                settings.timeout(),
                settings.gzip(),
                settings.maxPoints(),
                settings.headers(),
                settings.resource(),
                Optional.of(new OtlpSettings.Signing("eu-west-1", "monitoring")));
    }

    OtlpMetrics.Signal counts() {
        return push.metrics().signals().get(0);
    }

    long requests(Outcome outcome) {
        return counts().requests().getOrDefault(outcome, 0L);
    }

    long points(Fate fate) {
        return counts().items().getOrDefault(fate, 0L);
    }

    static void eventually(ThrowingRunnable assertion) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(10))
                .untilAsserted(assertion);
    }

    @Override
    public void close() {
        push.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
