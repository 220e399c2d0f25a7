package dev.sluice.exporter.sink.otlp;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.sluice.exporter.RecordedLog;
import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.exporter.metrics.PushMetrics.Otlp.PushOutcome;
import dev.sluice.exporter.poll.Time;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;

/** Pushes one batch every few milliseconds. The clock shows a fixed time. */
final class Pushing implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456789Z");
    static final Instant STARTED = Instant.parse("2026-11-20T08:00:00Z");
    static final Time TIME = new Time(Clock.fixed(NOW, ZoneOffset.UTC), System::nanoTime);
    static final OtlpPush.Instance ORIGIN = new OtlpPush.Instance(STARTED, "1.2.3", Map.of("HOSTNAME", "pod-1"));
    private static final MetricBatch NOTHING = visitor -> {};

    private final RecordedLog log = RecordedLog.of(OtlpPush.class, Level.INFO);
    private final OtlpPush push;

    private Pushing(OtlpConfig config, MetricBatch batch) {
        try {
            Publications publications = new Publications(TIME.clock());
            publications.add(new Publication("alpha", "jobs", batch, NOW.plusSeconds(60)));
            push = new OtlpPush(TIME, config, ORIGIN, publications, () -> NOTHING);
            push.start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static Pushing start(OtlpConfig config, MetricBatch batch) {
        return new Pushing(config, batch);
    }

    static OtlpConfig to(int port) {
        return config("endpoint: 'http://127.0.0.1:" + port + "', headers: [{name: X-Scope-OrgID, value: slurm}]");
    }

    static OtlpConfig config(String keys) {
        OtlpConfig config = Loaded.good(
                        "clusters: [{name: a, slurm: {url: 'http://h'}}]\notlp: {enabled: true, " + keys + "}")
                .otlp();
        return changed(config, "interval", Duration.ofMillis(50));
    }

    long requests(PushOutcome outcome) {
        Map<String, Long> counts = new HashMap<>();
        push.metrics().forEach((family, value, labels) -> {
            if (family.name().equals("sluice_otlp_requests_total")) {
                counts.put(labels[1], (long) value);
            }
        });
        return counts.getOrDefault(outcome.label(), 0L);
    }

    List<String> log() {
        return log.lines();
    }

    static void eventually(ThrowingRunnable assertion) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(10))
                .untilAsserted(assertion);
    }

    @Override
    public void close() {
        push.close();
        log.close();
    }
}
