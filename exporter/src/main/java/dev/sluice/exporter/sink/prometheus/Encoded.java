package dev.sluice.exporter.sink.prometheus;

import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.family.MetricFamily;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One publication, encoded for /metrics. Its text lines are encoded immediately. Its protobuf messages are encoded at
 * the first protobuf scrape, because most sites never scrape protobuf; until then the batch is kept. A kept batch costs
 * little memory: the rest of the exporter holds the same records. Thread-safe.
 */
final class Encoded {

    private final Map<MetricFamily, FamilyLayout> catalogue;
    private final Instant expiresAt;
    private final Map<FamilyLayout, Fragment> lines;
    private final int series;
    private final Object once = new Object();
    private Optional<MetricBatch> batch;
    private Map<FamilyLayout, Fragment> messages = Map.of();

    /**
     * @throws IllegalArgumentException if the batch breaks the contract of
     *     {@link dev.sluice.exporter.metrics.family.MetricVisitor} or holds a family outside the catalogue
     */
    Encoded(Publication publication, Map<MetricFamily, FamilyLayout> catalogue) {
        this.catalogue = catalogue;
        this.expiresAt = publication.expiresAt();
        this.lines = BatchEncoder.encode(publication.batch(), SampleForm.LINES, catalogue);
        this.series = lines.values().stream().mapToInt(Fragment::samples).sum();
        this.batch = Optional.of(publication.batch());
    }

    Instant expiresAt() {
        return expiresAt;
    }

    int series() {
        return series;
    }

    Map<FamilyLayout, Fragment> fragments(SampleForm form) {
        return switch (form) {
            case LINES -> lines;
            case MESSAGES -> messages();
        };
    }

    /** Encodes once: of two simultaneous scrapes, the second waits for the first. */
    private Map<FamilyLayout, Fragment> messages() {
        synchronized (once) {
            batch.ifPresent(present -> messages = BatchEncoder.encode(present, SampleForm.MESSAGES, catalogue));
            batch = Optional.empty();
            return messages;
        }
    }
}
