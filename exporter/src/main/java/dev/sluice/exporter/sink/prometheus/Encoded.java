package dev.sluice.exporter.sink.prometheus;

import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.family.MetricFamily;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One publication, encoded for /metrics. The text lines are encoded immediately. The protobuf messages are encoded at
 * the first protobuf scrape, because most sites never scrape protobuf. The batch is kept until the protobuf messages
 * are encoded. The kept batch needs little additional memory, because other parts of the exporter also hold the records
 * of the batch. Thread-safe.
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
     *     {@link dev.sluice.exporter.metrics.family.MetricVisitor} or contains a family that is not in the catalogue
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

    /**
     * Encodes the messages only once. If two scrapes arrive at the same time, the second scrape waits for the first
     * scrape.
     */
    private Map<FamilyLayout, Fragment> messages() {
        synchronized (once) {
            batch.ifPresent(present -> messages = BatchEncoder.encode(present, SampleForm.MESSAGES, catalogue));
            batch = Optional.empty();
            return messages;
        }
    }
}
