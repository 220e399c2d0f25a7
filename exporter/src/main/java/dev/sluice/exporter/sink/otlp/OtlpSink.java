package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.metrics.Sink.Publication;
import dev.sluice.exporter.poll.Time;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/**
 * Keeps the newest publication of each source until the publication expires, as for /metrics. Converts publications
 * only for a push. Thread-safe: one thread publishes, and another thread pushes.
 */
final class OtlpSink implements Sink, MetricProducer {

    private final Time time;
    private final OtlpPush.Instance origin;
    private final Supplier<MetricBatch> live;
    private final InstrumentationScopeInfo scope;
    private final ConcurrentSkipListMap<Publication.Origin, Publication> published = new ConcurrentSkipListMap<>();

    /** @param live supplier of metrics that depend on the current time; called for each push, on any thread */
    OtlpSink(Time time, OtlpPush.Instance origin, Supplier<MetricBatch> live) {
        this.time = time;
        this.origin = origin;
        this.live = live;
        this.scope = InstrumentationScopeInfo.builder("dev.sluice.exporter")
                .setVersion(origin.version())
                .build();
    }

    @Override
    public void publish(Publication publication) {
        published.put(publication.origin(), publication);
    }

    /**
     * Returns the families, labels and values that /metrics has at this moment, in the order of the catalogue. The time
     * of all points is the time of the push, as the time of samples is the time of the scrape.
     */
    @Override
    public Collection<MetricData> produce(Resource resource) {
        Instant now = time.clock().instant();
        published.values().removeIf(publication -> !now.isBefore(publication.expiresAt()));
        var points = new Points(time.wall().instant(), origin.startedAt());
        published.values().forEach(publication -> publication.batch().forEach(points));
        live.get().forEach(points);
        return points.metrics(resource, scope);
    }
}
