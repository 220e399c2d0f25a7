package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.metrics.family.MetricType;
import dev.sluice.exporter.model.Histogram;
import java.util.SortedMap;
import java.util.TreeMap;

/** The sum of the samples of a metric with one set of dimensions. */
final class Cell {

    /** Separator of label values. No label value of Slurm or Kubernetes contains this character. */
    private static final String BETWEEN = "\u0000";

    private final SortedMap<String, Double> totals = new TreeMap<>();
    private final SortedMap<String, Histogram> histograms = new TreeMap<>();
    private double folded;
    private int samples;

    void add(DeclaredMetric metric, double value, String... labelValues) {
        if (metric.family().type() == MetricType.COUNTER) {
            totals.put(String.join(BETWEEN, labelValues), value);
            return;
        }
        boolean first = samples == 0;
        samples++;
        folded = switch (metric.aggregation()) {
            case SUM, AVERAGE -> folded + value;
            case MAX -> first ? value : Math.max(folded, value);
            case MIN -> first ? value : Math.min(folded, value);
            case PRESENT -> 1;
        };
    }

    void add(Histogram histogram, String... labelValues) {
        histograms.put(String.join(BETWEEN, labelValues), histogram);
    }

    Reading reading(DeclaredMetric metric) {
        return switch (metric.family().type()) {
            case COUNTER -> new Reading.Totals(new TreeMap<>(totals));
            case HISTOGRAM -> new Reading.Observations(new TreeMap<>(histograms));
            case GAUGE, INFO ->
                new Reading.Level(
                        metric.aggregation() == Aggregation.AVERAGE && samples > 0 ? folded / samples : folded);
        };
    }
}
