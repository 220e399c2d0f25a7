package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.sink.cloudwatch.rollup.Profile;
import dev.sluice.exporter.sink.cloudwatch.rollup.Reduction;
import dev.sluice.exporter.sink.cloudwatch.rollup.Roll;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Keeps of what was published last only what CloudWatch is to have, until it expires. Thread-safe: published on one thread,
 * read on another.
 */
public final class CloudWatchSink implements Sink {

    private final Profile profile;
    private final Clock clock;
    private final ConcurrentSkipListMap<String, Rolled> published = new ConcurrentSkipListMap<>();

    private record Rolled(List<Roll> rolls, Instant expiresAt) {}

    public CloudWatchSink(Profile profile, Clock clock) {
        this.profile = profile;
        this.clock = clock;
    }

    @Override
    public void publish(Publication publication) {
        published.put(
                publication.cluster() + "\u0000" + publication.source(),
                new Rolled(Reduction.of(publication.batch(), profile), publication.expiresAt()));
    }

    /** What there is to say now: what was published and has not expired, and of the live metrics. */
    List<Roll> rolls(MetricBatch live) {
        Instant now = clock.instant();
        published.values().removeIf(rolled -> !now.isBefore(rolled.expiresAt()));
        List<Roll> rolls = new ArrayList<>();
        published.values().forEach(rolled -> rolls.addAll(rolled.rolls()));
        rolls.addAll(Reduction.of(live, profile));
        return rolls;
    }

    /** What would be published now, as a table for people, and what it costs. */
    public String preview(MetricBatch live, PublisherSettings settings) {
        return Preview.of(rolls(live), settings);
    }
}
