package dev.sluice.exporter.metrics;

/** Receives the samples of a {@link MetricBatch}, one by one, so that nobody has to hold them all. */
@FunctionalInterface
public interface MetricVisitor {

    /**
     * One sample. All samples of one family come in one run, in a stable order.
     *
     * @param family the family that the sample belongs to
     * @param value the value; never NaN
     * @param labelValues as many values as the family has labels, in their order; an empty value means "no such label"
     */
    void sample(MetricFamily family, double value, String... labelValues);
}
