package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.UsageMetrics;
import dev.sluice.exporter.model.Histogram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Computes the increase of each counter and histogram since CloudWatch last accepted its datum, because CloudWatch has
 * no cumulative type. Counters start at 0 when the process starts, so the first value of a counter is also its
 * increase, except for {@link UsageMetrics#KEPT} counters, which can be older. Used by one thread.
 */
final class Increases {

    private final Map<SeriesKey, Map<String, double[]>> settled = new HashMap<>();

    /** Returns the sum of a histogram, then the number of values of each bucket. */
    static double[] values(Histogram histogram) {
        return DoubleStream.concat(
                        DoubleStream.of(histogram.sum()),
                        histogram.counts().stream().mapToDouble(Long::doubleValue))
                .toArray();
    }

    /** Returns the datum of a metric; empty for a histogram without new values. */
    Optional<Datum> datum(ReducedMetric rollup) {
        DeclaredMetric metric = rollup.metric();
        if (UsageMetrics.KEPT.contains(metric.family())) {
            rollup.totals().forEach(settled.computeIfAbsent(rollup.key(), unused -> new HashMap<>())::putIfAbsent);
        }
        if (metric.family().buckets().isPresent()) {
            double[] increase = increase(rollup, metric.family().buckets().get().size() + 2);
            return values(rollup, metric.family().buckets().get(), increase);
        }
        double value = metric.cumulative() ? increase(rollup, 1)[0] : rollup.level();
        return Optional.of(new Datum(rollup, List.of(value), List.of(1.0)));
    }

    /** Discards the increase of a metric, after CloudWatch accepted its datum, or if the datum will not be sent. */
    void settle(ReducedMetric rollup) {
        if (rollup.metric().cumulative()) {
            settled.computeIfAbsent(rollup.key(), unused -> new HashMap<>()).putAll(rollup.totals());
        }
    }

    private double[] increase(ReducedMetric rollup, int length) {
        Map<String, double[]> before = settled.getOrDefault(rollup.key(), Map.of());
        double[] sum = new double[length];
        rollup.totals().forEach((labels, now) -> {
            double[] then = before.getOrDefault(labels, new double[length]);
            boolean restarted = IntStream.range(0, length).anyMatch(i -> now[i] < then[i]);
            for (int i = 0; i < length; i++) {
                sum[i] += restarted ? now[i] : now[i] - then[i];
            }
        });
        return sum;
    }

    /**
     * Chooses one value for each histogram bucket. Each value is within its bucket, and all values add up to the known
     * sum. Therefore, averages and sums in CloudWatch are exact, and percentiles are as precise as the buckets.
     */
    private static Optional<Datum> values(ReducedMetric rollup, List<Double> upperBounds, double[] increase) {
        List<Double> bounds = new ArrayList<>(List.of(0.0));
        bounds.addAll(upperBounds);
        double[] counts = Arrays.copyOfRange(increase, 1, increase.length);
        int endless = counts.length - 1;
        double lowest = counts[endless] * bounds.get(endless);
        double width = 0;
        for (int i = 0; i < endless; i++) {
            lowest += counts[i] * bounds.get(i);
            width += counts[i] * (bounds.get(i + 1) - bounds.get(i));
        }
        double toShare = Math.max(0, increase[0] - lowest);
        // The unbounded bucket gets half of the remaining sum, and what does not fit into the other buckets.
        double limit = counts[endless] > 0 ? 0.5 : 1;
        double share = width > 0 ? Math.min(limit, toShare / width * limit) : 0;
        List<Double> values = new ArrayList<>();
        List<Double> numbers = new ArrayList<>();
        for (int i = 0; i <= endless; i++) {
            if (counts[i] > 0) {
                values.add(bounds.get(i)
                        + (i < endless
                                ? share * (bounds.get(i + 1) - bounds.get(i))
                                : (toShare - share * width) / counts[i]));
                numbers.add(counts[i]);
            }
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(new Datum(rollup, values, numbers));
    }

    /**
     * The values of one metric in a PutMetricData request.
     *
     * @param values distinct values
     * @param counts number of occurrences of each value
     */
    record Datum(ReducedMetric rollup, List<Double> values, List<Double> counts) {

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
}
