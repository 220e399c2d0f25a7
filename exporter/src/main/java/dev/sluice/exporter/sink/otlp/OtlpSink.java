package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.metrics.family.MetricBatch;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/**
 * Keeps what was published last until it expires, as /metrics does; encodes nothing before it is pushed. Thread-safe:
 * published on one thread, pushed on another.
 */
public final class OtlpSink implements Sink {

    private final Clock clock;
    private final Supplier<MetricBatch> live;
    private final ConcurrentSkipListMap<Origin, Publication> published = new ConcurrentSkipListMap<>();

    /**
     * A sink without publications yet.
     *
     * @param live metrics that change with time, made anew for each push; called on any thread
     */
    public OtlpSink(Clock clock, Supplier<MetricBatch> live) {
        this.clock = clock;
        this.live = live;
    }

    @Override
    public void publish(Publication publication) {
        published.put(new Origin(publication.cluster(), publication.source()), publication);
    }

    /** What is true now. */
    List<MetricBatch> current() {
        Instant now = clock.instant();
        published.values().removeIf(publication -> !now.isBefore(publication.expiresAt()));
        List<MetricBatch> batches = new ArrayList<>();
        published.values().forEach(publication -> batches.add(publication.batch()));
        batches.add(live.get());
        return batches;
    }

    private record Origin(String cluster, String source) implements Comparable<Origin> {

        private static final Comparator<Origin> ORDER =
                Comparator.comparing(Origin::cluster).thenComparing(Origin::source);

        @Override
        public int compareTo(Origin other) {
            return ORDER.compare(this, other);
        }
    }
}
