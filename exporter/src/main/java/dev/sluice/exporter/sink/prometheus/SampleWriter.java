package dev.sluice.exporter.sink.prometheus;

import dev.sluice.exporter.model.Histogram;

/** Writes samples in one encoding. Each instance writes one batch, on one thread. */
interface SampleWriter {

    /** Writes one sample that passed {@link FamilyLayout#check}. */
    void sample(FamilyLayout layout, double value, String... labelValues);

    /** Writes one histogram that passed {@link FamilyLayout#check}. */
    void histogram(FamilyLayout layout, Histogram histogram, String... labelValues);
}
