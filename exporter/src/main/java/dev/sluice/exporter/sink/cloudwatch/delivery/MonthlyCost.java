package dev.sluice.exporter.sink.cloudwatch.delivery;

import java.time.Duration;

/**
 * The cost of publishing for a month of 730 hours, in the currency of the prices. The cost is an upper bound: AWS
 * charges less per metric for many metrics, and the first ten metrics are free.
 *
 * @param metrics number of metrics
 * @param pricePerMetric price of one metric for a month
 * @param requests number of requests per publish
 * @param interval time between the starts of two publishes
 */
public record MonthlyCost(int metrics, double pricePerMetric, int requests, Duration interval) {

    private static final double MONTH_SECONDS = 730 * 3_600;
    private static final double PRICE_PER_REQUEST = 0.01 / 1_000;

    public double forMetrics() {
        return metrics * pricePerMetric;
    }

    public double requestsPerMonth() {
        return requests * MONTH_SECONDS / Math.max(1, interval.toSeconds());
    }

    public double total() {
        return forMetrics() + requestsPerMonth() * PRICE_PER_REQUEST;
    }
}
