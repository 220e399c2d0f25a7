package dev.sluice.exporter.sink.cloudwatch.rollup;

import java.util.List;

/**
 * One entry of a PutMetricData request.
 *
 * @param key identity of the metric
 * @param unit unit of the metric
 * @param content value or values of the metric
 */
public record Datum(SeriesKey key, Unit unit, Content content) {

    /** A single value, or several values with their counts. */
    public sealed interface Content {}

    /** One value. */
    public record Single(double value) implements Content {}

    /**
     * Several values.
     *
     * @param values distinct values, at most {@link CloudWatchLimits#MAX_VALUES}
     * @param counts number of occurrences of each value
     */
    public record Several(List<Double> values, List<Double> counts) implements Content {

        public Several {
            values = List.copyOf(values);
            counts = List.copyOf(counts);
        }
    }

    /** Returns true if CloudWatch accepts the datum. */
    public boolean valid() {
        return CloudWatchLimits.takes(key)
                && (content instanceof Several several
                        ? several.values().size() <= CloudWatchLimits.MAX_VALUES
                                && several.values().stream().allMatch(CloudWatchLimits::takes)
                        : CloudWatchLimits.takes(((Single) content).value()));
    }
}
