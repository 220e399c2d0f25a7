package dev.sluice.fakecloudwatch;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A datum that was taken.
 *
 * @param name metric name
 * @param dimensions by name
 * @param timestamp when it was
 * @param unit its unit
 * @param values one, or several
 * @param counts how often each occurred
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

    /** The sum of the values, each as often as it occurred: CloudWatch's statistic Sum. */
    public double sum() {
        double sum = 0;
        for (int i = 0; i < values.size(); i++) {
            sum += values.get(i) * counts.get(i);
        }
        return sum;
    }

    /** CloudWatch's statistic SampleCount. */
    public double sampleCount() {
        return counts.stream().mapToDouble(Double::doubleValue).sum();
    }
}
