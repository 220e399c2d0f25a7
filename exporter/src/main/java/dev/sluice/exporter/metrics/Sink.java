package dev.sluice.exporter.metrics;

import java.time.Instant;
import java.util.Comparator;

/** A destination of metrics. */
public interface Sink {

    /**
     * Replaces the previous publication of the publication's cluster and source. The method is called on the event loop
     * and must not block.
     */
    void publish(Publication publication);

    /**
     * The metrics of one source of one cluster. The metrics are valid until {@code expiresAt}, or until the next
     * publication for this cluster and source.
     *
     * @param source source name, such as {@code jobs}; the families of two sources never overlap
     * @param expiresAt time from which the metrics must not be served
     */
    record Publication(String cluster, String source, MetricBatch batch, Instant expiresAt) {

        /** Returns the key. A new publication replaces the publication with an equal key. */
        public Origin origin() {
            return new Origin(cluster, source);
        }

        /** A source of a cluster, in the order of exposition. */
        public record Origin(String cluster, String source) implements Comparable<Origin> {

            private static final Comparator<Origin> ORDER =
                    Comparator.comparing(Origin::cluster).thenComparing(Origin::source);

            @Override
            public int compareTo(Origin other) {
                return ORDER.compare(this, other);
            }
        }
    }
}
