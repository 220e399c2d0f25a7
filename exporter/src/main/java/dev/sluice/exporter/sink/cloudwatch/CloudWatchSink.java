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
 * Keeps of what was published last only what CloudWatch is to have, until it expires. Thread-safe: published on one thread,
 * read on another.
 */
public final class CloudWatchSink implements Sink {

    /**
     * The first answer after a takeover may have been asked for before it, and be older than what another has published.
     * Polls of a source never overlap, so that the second one is newer.
     */
    private static final int CERTAINLY_NEWER = 2;

    private final Profile profile;
    private final Clock clock;
    private final ConcurrentSkipListMap<String, RolledUp> published = new ConcurrentSkipListMap<>();
    private volatile boolean takenOver;
    /** How often the live metrics were looked at since a takeover. */
    private int liveAnswers = CERTAINLY_NEWER;

    /**
     * What one source said last.
     *
     * @param answers how many there were since a takeover
     * @param based whether there was no takeover, or one was read that is certainly newer
     */
    private record RolledUp(List<Rollup> rollups, Instant expiresAt, int answers, boolean based) {}

    /**
     * What there is to say.
     *
     * @param rollups every metric
     * @param unbased those of which it is not known what another has published
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

    /** Another has published until now: what was counted up to here is its business. For the thread that reads. */
    void takeOver() {
        takenOver = true;
        liveAnswers = 0;
        published.replaceAll((key, rolled) -> new RolledUp(rolled.rollups(), rolled.expiresAt(), 0, false));
    }

    /**
     * What there is to say now: what was published and has not expired, and of the live metrics. What is unbased and
     * certainly newer than the takeover is the base of the next time.
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

    /** What would be published now, as a table for people, and what it costs. */
    public String preview(MetricBatch live, PublisherSettings settings) {
        return Preview.of(present(live).rollups(), settings);
    }
}
