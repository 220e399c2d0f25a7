package dev.sluice.exporter.metrics;

import dev.sluice.exporter.model.Histogram;
import java.util.List;

/** The metrics of one instant. Immutable: each visit returns identical samples in an identical order. */
@FunctionalInterface
public interface MetricBatch {

    void forEach(MetricVisitor visitor);

    /** Returns the samples of several batches, in the order of the batches. */
    static MetricBatch of(List<? extends MetricBatch> parts) {
        List<MetricBatch> all = List.copyOf(parts);
        return visitor -> all.forEach(part -> part.forEach(visitor));
    }

    /** Returns the number of series in the text format. */
    default int numberOfSeries() {
        int[] series = {0};
        forEach(new MetricVisitor() {
            @Override
            public void sample(MetricFamily family, double value, String... labelValues) {
                series[0]++;
            }

            @Override
            public void histogram(MetricFamily family, Histogram histogram, String... labelValues) {
                // The sum and the count are two series in addition to the buckets.
                series[0] += histogram.counts().size() + 2;
            }
        });
        return series[0];
    }
}
