package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.metrics.family.MetricBatch;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Keeps the CloudWatch metrics of the newest publications until the publications expire. Thread-safe: one thread
 * publishes, and another thread reads.
 */
final class CloudWatchSink implements Sink {

    /**
     * Number of publications after a takeover that guarantees data newer than the takeover. The first publication may
     * come from a poll that started before the takeover. Such a publication can be older than the last publish of the
     * other process. Polls of one source never overlap, so the second publication is newer.
     */
    private static final int CERTAINLY_NEWER = 2;

    private final List<DeclaredMetric> metrics;
    private final Map<String, String> leading;
    private final Clock clock;
    private final ConcurrentSkipListMap<Publication.Origin, RolledUp> published = new ConcurrentSkipListMap<>();
    private volatile boolean takenOver;

    /**
     * The newest publication of one source.
     *
     * @param older number of publications until one is certainly newer than the takeover
     * @param based true if the increases since the base are certainly unpublished
     */
    private record RolledUp(List<ReducedMetric> rollups, Instant expiresAt, int older, boolean based) {}

    /**
     * The current metrics.
     *
     * @param rollups all metrics
     * @param unbased metrics with increases that another process may have published in part
     */
    record Present(List<ReducedMetric> rollups, Set<SeriesKey> unbased) {}

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
        published.compute(publication.origin(), (key, before) -> {
            int older = before == null ? CERTAINLY_NEWER : before.older();
            boolean based = before == null ? !takenOver : before.based();
            return new RolledUp(rollups, publication.expiresAt(), Math.max(0, older - 1), based);
        });
    }

    /** Starts a takeover, because another process has published the earlier increases. */
    void takeOver() {
        takenOver = true;
        published.replaceAll(
                (key, rolled) -> new RolledUp(rolled.rollups(), rolled.expiresAt(), CERTAINLY_NEWER, false));
    }

    /**
     * Returns the current metrics: unexpired publications and live metrics. A publication that is certainly newer than
     * the takeover becomes the base for the increases in the next read. Live metrics count events of this process.
     */
    Present present(MetricBatch live) {
        Instant now = clock.instant();
        published.values().removeIf(rolled -> !now.isBefore(rolled.expiresAt()));
        List<ReducedMetric> rollups = new ArrayList<>(Reduction.of(live, metrics, leading));
        Set<SeriesKey> unbased = new HashSet<>();
        published.forEach((key, rolled) -> {
            rollups.addAll(rolled.rollups());
            if (!rolled.based()) {
                rolled.rollups().forEach(rollup -> unbased.add(rollup.key()));
                if (rolled.older() == 0) {
                    published.computeIfPresent(
                            key, (same, found) -> new RolledUp(found.rollups(), found.expiresAt(), 0, true));
                }
            }
        });
        return new Present(rollups, unbased);
    }
}
