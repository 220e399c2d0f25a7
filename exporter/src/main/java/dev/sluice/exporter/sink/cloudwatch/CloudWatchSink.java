package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.sink.cloudwatch.rollup.Profile;
import dev.sluice.exporter.sink.cloudwatch.rollup.Reduction;
import dev.sluice.exporter.sink.cloudwatch.rollup.Rollup;
import dev.sluice.exporter.sink.cloudwatch.rollup.SeriesKey;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Keeps the newest publications until the publications expire. Keeps only the CloudWatch metrics of each publication.
 * Thread-safe: one thread publishes, and another thread reads.
 */
public final class CloudWatchSink implements Sink {

    /**
     * Number of publications after a takeover that guarantees data newer than the takeover. The first publication may
     * come from a poll that started before the takeover. Such a publication can be older than the last publish of the
     * other process. Polls of one source never overlap, so the second publication is newer.
     */
    private static final int CERTAINLY_NEWER = 2;

    private final Profile profile;
    private final Clock clock;
    private final ConcurrentSkipListMap<String, RolledUp> published = new ConcurrentSkipListMap<>();
    private volatile boolean takenOver;
    /** Number of reads of the live metrics since the last takeover. */
    private int liveAnswers = CERTAINLY_NEWER;

    /**
     * The newest publication of one source.
     *
     * @param answers number of publications since the last takeover
     * @param based true if no takeover happened, or if the sink has read a publication that is newer than the takeover
     */
    private record RolledUp(List<Rollup> rollups, Instant expiresAt, int answers, boolean based) {}

    /**
     * The current metrics.
     *
     * @param rollups all metrics
     * @param unbased metrics with increases that another process may have published in part
     */
    record Present(List<Rollup> rollups, Set<SeriesKey> unbased) {}

    public CloudWatchSink(Profile profile, Clock clock) {
        this.profile = profile;
        this.clock = clock;
    }

    @Override
    public void publish(Publication publication) {
        List<Rollup> rollups = Reduction.of(publication.batch(), profile);
        published.compute(
                publication.cluster() + "\u0000" + publication.source(),
                (key, before) -> before == null
                        ? new RolledUp(rollups, publication.expiresAt(), 1, !takenOver)
                        : new RolledUp(rollups, publication.expiresAt(), before.answers() + 1, before.based()));
    }

    /**
     * Starts a takeover, because another process has published the earlier increases. Must be called on the thread that
     * reads.
     */
    void takeOver() {
        takenOver = true;
        liveAnswers = 0;
        published.replaceAll((key, rolled) -> new RolledUp(rolled.rollups(), rolled.expiresAt(), 0, false));
    }

    /**
     * Returns the current metrics: unexpired publications and live metrics. If a publication is guaranteed to be newer
     * than the takeover, the publication becomes the base for the increases in the next read.
     */
    Present present(MetricBatch live) {
        Instant now = clock.instant();
        published.values().removeIf(rolled -> !now.isBefore(rolled.expiresAt()));
        List<Rollup> rollups = new ArrayList<>();
        Set<SeriesKey> unbased = new HashSet<>();
        published.forEach((key, rolled) -> {
            rollups.addAll(rolled.rollups());
            if (!rolled.based()) {
                rolled.rollups().forEach(rollup -> unbased.add(rollup.key()));
                if (rolled.answers() >= CERTAINLY_NEWER) {
                    published.computeIfPresent(
                            key,
                            (same, found) -> new RolledUp(found.rollups(), found.expiresAt(), found.answers(), true));
                }
            }
        });
        List<Rollup> ofLive = Reduction.of(live, profile);
        rollups.addAll(ofLive);
        if (liveAnswers < CERTAINLY_NEWER) {
            liveAnswers++;
            ofLive.forEach(rollup -> unbased.add(rollup.key()));
        }
        return new Present(rollups, unbased);
    }

    /** Returns a table with the metrics of one publish and the cost of these metrics. */
    public String preview(MetricBatch live, CloudWatchConfig settings) {
        return Preview.of(present(live).rollups(), settings);
    }
}
