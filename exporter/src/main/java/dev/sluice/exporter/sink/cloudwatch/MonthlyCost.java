package dev.sluice.exporter.sink.cloudwatch;

/**
 * The cost of publishing for a month of 730 hours, in the currency of the prices. The cost is an upper bound: AWS
 * charges less per metric for many metrics, and the first ten metrics are free.
 *
 * @param metrics number of metrics
 * @param requests number of requests per publish
 */
record MonthlyCost(int metrics, int requests, CloudWatchConfig config) {

    private static final double MONTH_SECONDS = 730 * 3_600;
    private static final double PRICE_PER_REQUEST = 0.01 / 1_000;

    double forMetrics() {
        return metrics * config.pricePerMetric();
    }

    double requestsPerMonth() {
        return requests * MONTH_SECONDS / Math.max(1, config.interval().toSeconds());
    }

    double total() {
        return forMetrics() + requestsPerMonth() * PRICE_PER_REQUEST;
    }
}
