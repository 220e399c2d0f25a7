package dev.sluice.fakecloudwatch;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * An accepted datum.
 *
 * @param name metric name
 * @param dimensions values of the dimensions, by name
 * @param timestamp time of the values
 * @param unit CloudWatch unit
 * @param values one or several values
 * @param counts number of occurrences of each value
 */
public record PutDatum(
        String name,
        Map<String, String> dimensions,
        Instant timestamp,
        String unit,
        List<Double> values,
        List<Double> counts) {

    public PutDatum {
        dimensions = Map.copyOf(dimensions);
        values = List.copyOf(values);
        counts = List.copyOf(counts);
    }

    /** Returns CloudWatch's statistic Sum: the sum of all values, each multiplied by its count. */
    public double sum() {
        double sum = 0;
        for (int i = 0; i < values.size(); i++) {
            sum += values.get(i) * counts.get(i);
        }
        return sum;
    }

    /** Returns CloudWatch's statistic SampleCount. */
    public double sampleCount() {
        return counts.stream().mapToDouble(Double::doubleValue).sum();
    }
}
