package dev.sluice.exporter.metrics;

import dev.sluice.exporter.model.Histogram;

/** Receives the samples of a {@link MetricBatch} one by one. Therefore, memory never contains all samples at once. */
@FunctionalInterface
public interface MetricVisitor {

    /**
     * Receives a sample. The samples of one family are in a stable order.
     *
     * @param labelValues one value per label of the family, in order; an empty value means that the sample does not
     *     have the label; the array is reused after the call, so an implementation must copy the array to keep the
     *     values
     */
    void sample(MetricFamily family, double value, String... labelValues);

    /**
     * Receives a histogram. The rules for samples apply. The default implementation throws an exception, so that a
     * visitor that handles only samples does not silently lose histograms.
     *
     * @param family family of the histogram; its buckets equal the buckets of the histogram
     */
    default void histogram(MetricFamily family, Histogram histogram, String... labelValues) {
        throw new UnsupportedOperationException(family.name() + " is a histogram, and only numbers are taken");
    }
}
