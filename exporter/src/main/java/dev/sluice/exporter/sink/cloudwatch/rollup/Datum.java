package dev.sluice.exporter.sink.cloudwatch.rollup;

import java.util.List;

/**
 * One entry of a PutMetricData request.
 *
 * @param key the metric
 * @param unit its unit
 * @param content what it says
 */
public record Datum(SeriesKey key, Unit unit, Content content) {

    /** A value, or several with how often each occurred. */
    public sealed interface Content {}

    /** One value. */
    public record Single(double value) implements Content {}

    /**
     * Several values.
     *
     * @param values distinct, as many as CloudWatch takes at most
     * @param counts how often each occurred
     */
    public record Several(List<Double> values, List<Double> counts) implements Content {

        public Several {
            values = List.copyOf(values);
            counts = List.copyOf(counts);
        }
    }

    /** Whether CloudWatch would take it. */
    public boolean valid() {
        return CloudWatchLimits.takes(key)
                && (content instanceof Several several
                        ? several.values().size() <= CloudWatchLimits.MAX_VALUES
                                && several.values().stream().allMatch(CloudWatchLimits::takes)
                        : CloudWatchLimits.takes(((Single) content).value()));
    }
}
