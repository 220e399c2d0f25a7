package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.metrics.family.MetricBatch;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/**
 * Keeps the newest publication of each source until the publication expires, as for /metrics. Encodes publications only
 * for a push. Thread-safe: one thread publishes, and another thread pushes.
 */
public final class OtlpSink implements Sink {

    private final Clock clock;
    private final Supplier<MetricBatch> live;
    private final ConcurrentSkipListMap<Publication.Origin, Publication> published = new ConcurrentSkipListMap<>();

    /**
     * @param live supplier of metrics that depend on the current time; called for each push, on any thread
     */
    public OtlpSink(Clock clock, Supplier<MetricBatch> live) {
        this.clock = clock;
        this.live = live;
    }

    @Override
    public void publish(Publication publication) {
        published.put(publication.origin(), publication);
    }

    List<MetricBatch> current() {
        Instant now = clock.instant();
        published.values().removeIf(publication -> !now.isBefore(publication.expiresAt()));
        List<MetricBatch> batches = new ArrayList<>();
        published.values().forEach(publication -> batches.add(publication.batch()));
        batches.add(live.get());
        return batches;
    }
}
