package dev.sluice.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The results as Markdown: first what they mean, then a table. */
final class Table {

    private Table() {}

    /** Returns one row per scenario. */
    static String ofScenarios(List<Comparison> all) {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("scenario", "Sluice against power saving"));
        header.addAll(all.get(0).outcomes().keySet());
        rows.add(header);
        for (Comparison each : all) {
            List<String> row = new ArrayList<>();
            row.add(each.scenario().name() + ": " + each.scenario().title());
            row.add(String.format(Locale.ROOT, "%+.0f %%, %+.0f s", extraHours(each), extraWait(each)));
            each.outcomes().values().forEach(outcome -> row.add(cell(outcome, neverStarted(each, outcome))));
            rows.add(row);
        }
        return meaning(all) + "\n" + markdown(rows);
    }

    private static String meaning(List<Comparison> all) {
        List<Double> hours = all.stream().map(Table::extraHours).sorted().toList();
        List<Double> waits = all.stream().map(Table::extraWait).sorted().toList();
        int middle = all.size() / 2;
        return String.format(
                Locale.ROOT,
                """
                - **Jobs that never start** although they can: in %d of %d scenarios with Sluice, %d with power saving, %d \
                with *busy + pending jobs*, %d with *pending jobs*.
                - **Sluice against power saving**: %+.0f to %+.0f %% node-hours (median %+.0f %%), and %+.0f to %+.0f s mean \
                wait (median %+.0f s).
                - **Drained busy nodes** in all scenarios: Sluice %d, *busy + pending jobs* %d, *pending jobs* %d.
                """,
                count(all, each -> stuck(each, Signal.SLUICE)),
                all.size(),
                count(all, each -> stuck(each, Signal.POWER_SAVING)),
                count(all, each -> stuck(each, Signal.BUSY_PLUS_PENDING)),
                count(all, each -> stuck(each, Signal.PENDING_JOBS)),
                hours.get(0),
                hours.get(hours.size() - 1),
                hours.get(middle),
                waits.get(0),
                waits.get(waits.size() - 1),
                waits.get(middle),
                count(all, each -> each.of(Signal.SLUICE).busyDrained()),
                count(all, each -> each.of(Signal.BUSY_PLUS_PENDING).busyDrained()),
                count(all, each -> each.of(Signal.PENDING_JOBS).busyDrained()));
    }

    private static int count(List<Comparison> all, ToIntFunction<Comparison> number) {
        return all.stream().mapToInt(number).sum();
    }

    private static int stuck(Comparison each, Signal signal) {
        return neverStarted(each, each.of(signal)) > 0 ? 1 : 0;
    }

    /** Returns the number of jobs that never started although they can. */
    private static int neverStarted(Comparison each, Outcome outcome) {
        return outcome.neverStarted() - each.best().outcome().neverStarted();
    }

    /** Returns the node-hours or the cost of Sluice against power saving, in percent more. */
    private static double extraHours(Comparison each) {
        return 100
                * (each.of(Signal.SLUICE).price() / each.of(Signal.POWER_SAVING).price() - 1);
    }

    /** Returns the mean wait with Sluice minus the mean wait with power saving, in seconds. */
    private static double extraWait(Comparison each) {
        return each.of(Signal.SLUICE).waits().mean()
                - each.of(Signal.POWER_SAVING).waits().mean();
    }

    private static String cell(Outcome outcome, int neverStarted) {
        List<String> parts = new ArrayList<>();
        parts.add(String.format(Locale.ROOT, "%.1f h", outcome.nodeHours()));
        if (outcome.waits().started() > 0) {
            parts.add(String.format(Locale.ROOT, "%.0f s", outcome.waits().mean()));
        }
        add(parts, outcome.busyDrained(), "drained");
        add(parts, neverStarted, "never started");
        add(parts, outcome.starved() - neverStarted, "starved");
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, int number, String what) {
        if (number > 0) {
            parts.add(number + " " + what);
        }
    }

    /** Returns one row per signal. */
    static String ofScenario(Comparison comparison) {
        boolean priced = comparison.outcomes().values().stream().anyMatch(outcome -> outcome.cost() > 0);
        List<List<String>> rows = new ArrayList<>();
        rows.add(columns(
                priced,
                "signal",
                "node-hours",
                "cost",
                "peak nodes",
                "mean wait s",
                "p95 s",
                "max s",
                "busy drained",
                "never started",
                "starved"));
        comparison
                .outcomes()
                .forEach((label, outcome) -> rows.add(columns(
                        priced,
                        label,
                        decimal(outcome.nodeHours()),
                        decimal(outcome.cost()),
                        String.valueOf(outcome.peakNodes()),
                        wait(outcome, Math.round(outcome.waits().mean())),
                        wait(outcome, outcome.waits().p95()),
                        wait(outcome, outcome.waits().longest()),
                        String.valueOf(outcome.busyDrained()),
                        String.valueOf(outcome.neverStarted()),
                        String.valueOf(outcome.starved()))));
        return comparison.scenario().name() + ": " + comparison.scenario().title() + "\n\n" + markdown(rows);
    }

    private static List<String> columns(boolean priced, String... all) {
        List<String> row = new ArrayList<>(List.of(all));
        if (!priced) {
            row.remove(2);
        }
        return row;
    }

    private static String decimal(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    private static String wait(Outcome outcome, long seconds) {
        return outcome.waits().started() > 0 ? String.valueOf(seconds) : "-";
    }

    /** Returns aligned columns. */
    private static String markdown(List<List<String>> rows) {
        List<Integer> widths = IntStream.range(0, rows.get(0).size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .boxed()
                .toList();
        List<String> lines = new ArrayList<>(rows.stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(column -> row.get(column)
                                + " "
                                        .repeat(widths.get(column)
                                                - row.get(column).length()))
                        .collect(Collectors.joining(" | ", "| ", " |\n")))
                .toList());
        lines.add(1, widths.stream().map(width -> "-".repeat(width + 2)).collect(Collectors.joining("|", "|", "|\n")));
        return String.join("", lines);
    }
}
