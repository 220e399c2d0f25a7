package dev.sluice.exporter.sink.cloudwatch;

import java.util.Map;

/**
 * The value of a metric with one set of dimensions, at one moment.
 *
 * @param priority rank in the budget; the metric with the largest number is cut first
 * @param key identity of the metric in CloudWatch
 * @param level value of a gauge
 * @param totals counters, or sum and bucket counts of histograms, since the start, by their own labels; they stay
 *     separate, because their sum would hide the reset of a single counter
 */
record ReducedMetric(DeclaredMetric metric, int priority, SeriesKey key, double level, Map<String, double[]> totals) {}
