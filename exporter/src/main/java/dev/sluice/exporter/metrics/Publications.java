package dev.sluice.exporter.metrics;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The newest publication of each source of each cluster, until the publication expires. Thread-safe. */
public final class Publications {

    private static final Comparator<Publication> ORDER =
            Comparator.comparing(Publication::cluster).thenComparing(Publication::source);

    private final Clock clock;
    private List<Publication> newest = List.of();
    private long version;

    /**
     * The metrics of one source of one cluster. The metrics are valid until {@code expiresAt}, or until the next
     * publication for this cluster and source.
     *
     * @param source source name, such as {@code jobs}; the families of two sources never overlap
     * @param series number of series in the text format
     * @param expiresAt time from which the metrics must not be served
     */
    public record Publication(String cluster, String source, MetricBatch batch, int series, Instant expiresAt) {

        public Publication(String cluster, String source, MetricBatch batch, Instant expiresAt) {
            this(cluster, source, batch, batch.numberOfSeries(), expiresAt);
        }
    }

    public Publications(Clock clock) {
        this.clock = clock;
    }

    /** Replaces the previous publication of the publication's cluster and source. */
    public void add(Publication publication) {
        Instant now = clock.instant();
        synchronized (this) {
            newest = Stream.concat(
                            at(now).stream().filter(other -> ORDER.compare(other, publication) != 0),
                            Stream.of(publication))
                    .sorted(ORDER)
                    .toList();
            version++;
        }
    }

    /** Returns the unexpired publications, in the order of exposition. */
    public List<Publication> current() {
        return at(clock.instant());
    }

    /** Frees the memory of expired publications. */
    private synchronized List<Publication> at(Instant now) {
        List<Publication> valid =
                newest.stream().filter(one -> now.isBefore(one.expiresAt())).toList();
        if (valid.size() < newest.size()) {
            newest = valid;
            version++;
        }
        return newest;
    }

    /** Returns a number that changes with the unexpired publications. */
    public long version() {
        Instant now = clock.instant();
        synchronized (this) {
            at(now);
            return version;
        }
    }

    /** Returns the metrics of the unexpired publications, and then the live metrics. */
    public MetricBatch with(MetricBatch live) {
        List<MetricBatch> batches = new ArrayList<>();
        current().forEach(one -> batches.add(one.batch()));
        batches.add(live);
        return MetricBatch.of(batches);
    }

    /** Returns the number of series of the cluster, without live metrics. */
    public int seriesOf(String cluster) {
        return current().stream()
                .filter(one -> one.cluster().equals(cluster))
                .mapToInt(Publication::series)
                .sum();
    }
}
