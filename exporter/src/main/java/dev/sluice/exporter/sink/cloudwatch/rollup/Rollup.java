package dev.sluice.exporter.sink.cloudwatch.rollup;

import java.util.Comparator;

/**
 * The value of a metric with one set of dimensions, at one moment.
 *
 * @param metric declaration of the metric
 * @param key identity of the metric in CloudWatch
 * @param reading value of the metric
 */
public record Rollup(DeclaredMetric metric, SeriesKey key, Reading reading) {

    /** The order in which metrics are selected within the budget: by priority, then by name and dimensions. */
    public static final Comparator<Rollup> BY_PRIORITY = Comparator.<Rollup>comparingInt(
                    rollup -> rollup.metric().priority())
            .thenComparing(Rollup::key);
}
