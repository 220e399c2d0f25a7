package dev.sluice.exporter.metrics.family;

import dev.sluice.exporter.model.Histogram;

/** Receives the samples of a {@link MetricBatch}, one by one, so that nobody has to hold them all. */
@FunctionalInterface
public interface MetricVisitor {

    /**
     * One sample. All samples of one family come in one run, in a stable order.
     *
     * @param family the family that the sample belongs to
     * @param value the value; never NaN
     * @param labelValues as many values as the family has labels, in their order; an empty value means "no such label";
     *     the array holds the next values after the call, so who keeps it copies it
     */
    void sample(MetricFamily family, double value, String... labelValues);

    /**
     * One histogram; the same rules hold as for a sample. A visitor that was made for numbers alone refuses it, so that
     * none is lost unseen.
     *
     * @param family the family that it belongs to, with the same buckets
     */
    default void histogram(MetricFamily family, Histogram histogram, String... labelValues) {
        throw new UnsupportedOperationException(family.name() + " is a histogram, and only numbers are taken");
    }
}
