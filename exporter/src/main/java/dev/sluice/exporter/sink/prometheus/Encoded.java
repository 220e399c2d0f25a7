package dev.sluice.exporter.sink.prometheus;

import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.family.MetricFamily;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A publication for /metrics: its lines are encoded at once, its messages when they are first asked for, because most
 * sites never ask. Until then the batch is kept for them, which is little: it is made of records that live for the rest
 * of the exporter anyway. Thread-safe.
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
     *     {@link dev.sluice.exporter.metrics.family.MetricVisitor} or holds a family that is not in the catalogue
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

    /** Two scrapes at once: the second waits for the first, and encodes nothing. */
    private Map<FamilyLayout, Fragment> messages() {
        synchronized (once) {
            batch.ifPresent(present -> messages = BatchEncoder.encode(present, SampleForm.MESSAGES, catalogue));
            batch = Optional.empty();
            return messages;
        }
    }
}
