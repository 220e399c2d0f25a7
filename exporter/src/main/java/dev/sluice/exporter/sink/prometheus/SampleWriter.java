package dev.sluice.exporter.sink.prometheus;

import dev.sluice.exporter.model.Histogram;

/** Writes samples in one of their forms. For one batch, on one thread. */
interface SampleWriter {

    /** Writes one sample, which was checked by {@link FamilyLayout#check}. */
    void sample(FamilyLayout layout, double value, String... labelValues);

    /** Writes one histogram, which was checked too. */
    void histogram(FamilyLayout layout, Histogram histogram, String... labelValues);
}
