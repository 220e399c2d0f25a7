package dev.sluice.exporter.sink.otlp;

import static org.awaitility.Awaitility.await;

import dev.sluice.common.net.RemoteServer;
import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.process.OtlpMetrics;
import dev.sluice.exporter.metrics.process.OtlpMetrics.Fate;
import dev.sluice.exporter.metrics.process.OtlpMetrics.Outcome;
import dev.sluice.exporter.sink.otlp.OtlpSettings.Header;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.awaitility.core.ThrowingRunnable;

/** Pushes one batch every few milliseconds. The clock shows a fixed time. */
final class Pushing implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456789Z");
    static final Instant STARTED = Instant.parse("2026-11-20T08:00:00Z");
    static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final MetricBatch NOTHING = visitor -> {};

    private final Vertx vertx = Vertx.vertx();
    private final OtlpPush push;

    private Pushing(OtlpSettings settings, MetricBatch batch, LongSupplier nanoTime) {
        var sink = new OtlpSink(CLOCK, () -> NOTHING);
        sink.publish(new Publication("alpha", "jobs", batch, NOW.plusSeconds(60)));
        push = OtlpPush.start(
                vertx,
                settings,
                new OtlpPush.Content(sink, MetricCatalog.families(), STARTED, "1.2.3"),
                CLOCK,
                nanoTime);
    }

    static Pushing start(OtlpSettings settings, MetricBatch batch) {
        return new Pushing(settings, batch, System::nanoTime);
    }

    /** Pushes once immediately. The fixed time prevents another push, even on a slow machine. */
    static Pushing once(OtlpSettings settings, MetricBatch batch) {
        OtlpSettings slow = withInterval(settings, Duration.ofMinutes(5));
        AtomicLong now = new AtomicLong();
        return new Pushing(slow, batch, () -> now.getAndSet(slow.interval().toNanos()));
    }

    static OtlpSettings http(int port) {
        return settings(new RemoteServer(false, "127.0.0.1", port, "", ClientTls.DEFAULTS));
    }

    static OtlpSettings settings(RemoteServer server) {
        return new OtlpSettings(
                server,
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
                settings.interval(),
                settings.timeout(),
                settings.gzip(),
                maxPoints,
                settings.headers(),
                settings.resource(),
                settings.signing());
    }

    private static OtlpSettings withInterval(OtlpSettings settings, Duration interval) {
        return new OtlpSettings(
                settings.server(),
                interval,
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
                settings.interval(),
                settings.timeout(),
                settings.gzip(),
                settings.maxPoints(),
                settings.headers(),
                settings.resource(),
                Optional.of(new OtlpSettings.Signing("eu-west-1", "monitoring")));
    }

    OtlpMetrics counts() {
        return push.metrics();
    }

    long requests(Outcome outcome) {
        return counts().requests().getOrDefault(outcome, 0L);
    }

    long points(Fate fate) {
        return counts().points().getOrDefault(fate, 0L);
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
