package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.sink.cloudwatch.Increases.Datum;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Shows the metrics and cost of one publish as a table, without sending anything. */
final class Preview {

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

    private Preview() {}

    static String of(List<ReducedMetric> rollups, CloudWatchConfig config) {
        Selection selection = Selection.of(rollups, config.maxMetrics());
        Increases increases = new Increases();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("METRIC", "VALUE", "UNIT", "DIMENSIONS", ""));
        for (ReducedMetric rollup : selection.taken()) {
            Optional<Datum> datum = increases.datum(rollup);
            String remark =
                    datum.map(present -> present.valid() ? "" : "invalid").orElse("no value yet");
            rows.add(row(rollup, datum.map(Preview::value).orElse("-"), remark));
        }
        selection.overBudget().forEach(rollup -> rows.add(row(rollup, "-", "over budget")));
        selection.invalid().forEach(rollup -> rows.add(row(rollup, "-", "invalid")));
        return table(rows) + "\n" + summary(selection, config);
    }

    private static List<String> row(ReducedMetric rollup, String value, String remark) {
        return List.of(
                rollup.key().name(), value, rollup.metric().unit(), rollup.key().dimensionText(), remark);
    }

    private static String value(Datum datum) {
        if (datum.counts().equals(List.of(1.0))) {
            double value = datum.values().get(0);
            return Double.isFinite(value) ? plain(value) : Double.toString(value);
        }
        return plain(datum.counts().stream().mapToDouble(Double::doubleValue).sum()) + " values";
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static String table(List<List<String>> rows) {
        StringBuilder format = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            int column = i;
            int width = rows.stream()
                    .mapToInt(row -> row.get(column).length())
                    .max()
                    .orElse(1);
            format.append(i == 1 ? "%" : "%-").append(width).append("s  ");
        }
        StringBuilder table = new StringBuilder();
        for (List<String> row : rows) {
            table.append(String.format(Locale.ROOT, format + "%s", row.toArray())
                            .stripTrailing())
                    .append('\n');
        }
        return table.toString();
    }

    private static String summary(Selection selection, CloudWatchConfig config) {
        int metrics = selection.taken().size();
        int requests = CloudWatchPublisher.requests(metrics);
        MonthlyCost cost = new MonthlyCost(metrics, requests, config);
        return String.format(
                Locale.ROOT,
                """
                namespace %s: %d metrics of at most %d; %d over budget, %d invalid
                every %d s: %d request(s)
                at most %.2f USD a month: %.2f for metrics at %.2f each, %.2f for %.0f requests
                """,
                config.namespace(),
                metrics,
                config.maxMetrics(),
                selection.overBudget().size(),
                selection.invalid().size(),
                config.interval().toSeconds(),
                requests,
                cost.total(),
                cost.forMetrics(),
                config.pricePerMetric(),
                cost.total() - cost.forMetrics(),
                cost.requestsPerMonth());
    }
}
