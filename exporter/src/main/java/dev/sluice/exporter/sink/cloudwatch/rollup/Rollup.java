package dev.sluice.exporter.sink.cloudwatch.rollup;

import java.util.Comparator;

/**
 * One metric of one dimension set, at one moment.
 *
 * @param metric its declaration
 * @param key its CloudWatch identity
 * @param reading its value
 */
public record Rollup(DeclaredMetric metric, SeriesKey key, Reading reading) {

    /** The order in which metrics are selected within the budget: by priority, then by name and dimensions. */
    public static final Comparator<Rollup> BY_PRIORITY = Comparator.<Rollup>comparingInt(
                    rollup -> rollup.metric().priority())
            .thenComparing(Rollup::key);
}
