package dev.sluice.exporter.sink.cloudwatch;

import java.util.List;

/**
 * One entry of a PutMetricData request.
 *
 * @param key identity of the metric
 * @param unit CloudWatch unit of the metric
 * @param values distinct values
 * @param counts number of occurrences of each value
 */
record Datum(SeriesKey key, String unit, List<Double> values, List<Double> counts) {

    private static final double LARGEST = Math.pow(2, 360);

    Datum {
        values = List.copyOf(values);
        counts = List.copyOf(counts);
    }

    /** Returns true if CloudWatch accepts the values. CloudWatch refuses an entire request because of one NaN. */
    boolean valid() {
        return values.stream().allMatch(value -> Math.abs(value) <= LARGEST);
    }
}
