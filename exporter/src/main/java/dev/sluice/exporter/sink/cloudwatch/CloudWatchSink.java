package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.metrics.Sink.Publication;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Keeps the CloudWatch metrics of the newest publications until the publications expire. Thread-safe: one thread
 * publishes, and another thread reads.
 */
final class CloudWatchSink implements Sink {

    private final List<DeclaredMetric> metrics;
    private final Map<String, String> leading;
    private final Clock clock;
    private final ConcurrentSkipListMap<Publication.Origin, RolledUp> published = new ConcurrentSkipListMap<>();

    /** The newest publication of one source. */
    private record RolledUp(List<ReducedMetric> rollups, Instant expiresAt) {}

    /**
     * @param leading dimensions that precede the own dimensions of each metric
     */
    CloudWatchSink(List<DeclaredMetric> metrics, Map<String, String> leading, Clock clock) {
        this.metrics = List.copyOf(metrics);
        this.leading = Map.copyOf(leading);
        this.clock = clock;
    }

    @Override
    public void publish(Publication publication) {
        List<ReducedMetric> rollups = Reduction.of(publication.batch(), metrics, leading);
        published.put(publication.origin(), new RolledUp(rollups, publication.expiresAt()));
    }

    /** Returns the current metrics: unexpired publications and live metrics. */
    List<ReducedMetric> present(MetricBatch live) {
        Instant now = clock.instant();
        published.values().removeIf(rolled -> !now.isBefore(rolled.expiresAt()));
        List<ReducedMetric> rollups = new ArrayList<>(Reduction.of(live, metrics, leading));
        published.values().forEach(rolled -> rollups.addAll(rolled.rollups()));
        return rollups;
    }
}
