package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.sink.cloudwatch.delivery.MonthlyCost;
import dev.sluice.exporter.sink.cloudwatch.delivery.Requests;
import dev.sluice.exporter.sink.cloudwatch.rollup.CumulativeToDelta;
import dev.sluice.exporter.sink.cloudwatch.rollup.Datum;
import dev.sluice.exporter.sink.cloudwatch.rollup.Rollup;
import dev.sluice.exporter.sink.cloudwatch.rollup.Selection;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Shows the metrics and cost of one publish as a table, without sending anything. */
final class Preview {

    private static final String NOTHING = "-";

    private final CloudWatchConfig settings;
    private final Selection selection;
    private final List<Datum> data = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    private Preview(CloudWatchConfig settings, Selection selection) {
        this.settings = settings;
        this.selection = selection;
        rows.add(List.of("METRIC", "VALUE", "UNIT", "DIMENSIONS", ""));
        CumulativeToDelta deltas = new CumulativeToDelta();
        selection.taken().forEach(rollup -> add(deltas, rollup));
        selection.overBudget().forEach(rollup -> rows.add(row(rollup, NOTHING, "over budget")));
        selection.invalid().forEach(rollup -> rows.add(row(rollup, NOTHING, "invalid")));
    }

    static String of(List<Rollup> rollups, CloudWatchConfig settings) {
        return new Preview(settings, Selection.of(rollups, settings.maxMetrics())).text();
    }

    private void add(CumulativeToDelta deltas, Rollup rollup) {
        deltas.observe(rollup)
                .ifPresentOrElse(
                        datum -> {
                            data.add(datum);
                            rows.add(row(rollup, value(datum), datum.valid() ? "" : "invalid"));
                        },
                        () -> rows.add(row(rollup, NOTHING, "no value yet")));
    }

    private static List<String> row(Rollup rollup, String value, String remark) {
        return List.of(
                rollup.key().name(),
                value,
                rollup.metric().unit().wireName(),
                rollup.key().dimensionText(),
                remark);
    }

    private static String value(Datum datum) {
        if (datum.content() instanceof Datum.Several several) {
            double count =
                    several.counts().stream().mapToDouble(Double::doubleValue).sum();
            return plain(count) + " values";
        }
        return plain(((Datum.Single) datum.content()).value());
    }

    private static String plain(double value) {
        return Double.isFinite(value)
                ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
                : Double.toString(value);
    }

    private String text() {
        int[] widths = new int[4];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n", "", "\n\n")) + summary();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = row.get(i);
            String blanks = " ".repeat(widths[i] - cell.length());
            line.append(i == 1 ? blanks + cell : cell + blanks).append("  ");
        }
        return line.append(row.get(widths.length)).toString().stripTrailing();
    }

    private String summary() {
        int requests = Requests.of(data).size();
        MonthlyCost cost =
                new MonthlyCost(selection.taken().size(), settings.pricePerMetric(), requests, settings.interval());
        return String.format(
                Locale.ROOT,
                """
                namespace %s: %d metrics of at most %d; %d over budget, %d invalid
                every %d s: %d request(s), at most %.1f kB before compression
                at most %.2f USD a month: %.2f for metrics at %.2f each, %.2f for %.0f requests
                """,
                settings.namespace(),
                selection.taken().size(),
                settings.maxMetrics(),
                selection.overBudget().size(),
                selection.invalid().size(),
                settings.interval().toSeconds(),
                requests,
                Requests.bytes(data) / 1e3,
                cost.total(),
                cost.forMetrics(),
                settings.pricePerMetric(),
                cost.total() - cost.forMetrics(),
                cost.requestsPerMonth());
    }
}
