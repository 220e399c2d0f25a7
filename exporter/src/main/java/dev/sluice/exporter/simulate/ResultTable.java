package dev.sluice.exporter.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A table of results with one row per scenario and signal. */
final class ResultTable {

    private static final List<String> HEADER = List.of(
            "scenario",
            "signal",
            "peak nodes",
            "node-hours",
            "cost",
            "useful",
            "mean wait s",
            "p95 s",
            "max s",
            "busy drained",
            "un-drained",
            "unused pods",
            "never started",
            "starved");

    private static final String ORACLE = "oracle";
    private static final int TEXT_COLUMNS = 2;
    private static final int COUNT_COLUMNS = 5;
    private static final int COST = HEADER.indexOf("cost");

    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> legend = new ArrayList<>();
    private final List<Plot.Line> lines = new ArrayList<>();

    /**
     * Runs scenarios.
     *
     * @param whatIfs additional settings of Sluice; each scenario also runs with these settings
     */
    static ResultTable of(List<Scenario> scenarios, List<WhatIf> whatIfs) {
        ResultTable table = new ResultTable();
        scenarios.forEach(scenario -> table.add(scenario, whatIfs));
        return table;
    }

    private void add(Scenario scenario, List<WhatIf> whatIfs) {
        legend.add(scenario.name() + ": " + scenario.title());
        String name = scenario.name();
        Patience patience = new Patience(scenario);
        Oracle oracle = new Oracle(scenario, patience.best());
        for (Signal signal : scenario.signals()) {
            Simulation.Run run = signal == Signal.STATIC_MAXIMUM
                    ? patience.best()
                    : patience.judged(Simulation.play(scenario, signal.cluster(scenario)));
            add(name, signal.label(), run);
            name = "";
            if (signal == Signal.SLUICE) {
                rows.add(row("", ORACLE + ", equal wait", oracle.atEqualWait(run.outcome())));
                rows.add(row("", ORACLE + ", equal cost", oracle.atEqualCost(run.outcome())));
            }
        }
        for (WhatIf whatIf : whatIfs) {
            add(
                    name,
                    whatIf.label(),
                    patience.judged(Simulation.play(scenario, Signal.sluice(scenario, whatIf.settings()))));
        }
    }

    private void add(String scenario, String label, Simulation.Run run) {
        rows.add(row(scenario, label, run.outcome()));
        lines.add(new Plot.Line(label, run.samples()));
    }

    /** Returns the chart of the scenario, which must be the only one in the table. */
    Plot plot(Scenario scenario) {
        return new Plot(scenario.name() + ": " + scenario.title(), scenario.horizon(), lines);
    }

    private static List<String> row(String scenario, String label, Outcome outcome) {
        Waits waits = outcome.waits();
        boolean any = waits.started() > 0;
        return List.of(
                scenario,
                label,
                String.valueOf(outcome.peakNodes()),
                hours(outcome.nodeHours()),
                hours(outcome.cost()),
                hours(outcome.usefulHours()),
                any ? String.format(Locale.ROOT, "%.0f", waits.mean()) : "-",
                any ? String.valueOf(waits.p95()) : "-",
                any ? String.valueOf(waits.longest()) : "-",
                String.valueOf(outcome.busyDrained()),
                String.valueOf(outcome.undrained()),
                String.valueOf(outcome.unusedPods()),
                String.valueOf(outcome.neverStarted()),
                String.valueOf(outcome.starved()));
    }

    private static String hours(double hours) {
        return String.format(Locale.ROOT, "%.1f", hours);
    }

    /** Returns the header and the rows. Omits the cost column if no price is set. */
    private List<List<String>> shown() {
        List<List<String>> all = new ArrayList<>(List.of(HEADER));
        all.addAll(rows);
        if (rows.stream().anyMatch(row -> !row.get(COST).equals("0.0"))) {
            return all;
        }
        return all.stream()
                .map(row -> IntStream.range(0, row.size())
                        .filter(column -> column != COST)
                        .mapToObj(row::get)
                        .toList())
                .toList();
    }

    /** Returns text for a terminal: the scenario titles, then aligned columns. */
    String text() {
        List<List<String>> shown = shown();
        List<Integer> widths = IntStream.range(0, shown.get(0).size())
                .mapToObj(column -> shown.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toList();
        StringBuilder text = new StringBuilder();
        legend.forEach(line -> text.append(line).append('\n'));
        text.append('\n').append(line(shown.get(0), widths));
        for (List<String> row : shown.subList(1, shown.size())) {
            if (!row.get(0).isEmpty()) {
                text.append('\n');
            }
            text.append(line(row, widths));
        }
        return text.toString();
    }

    private static String line(List<String> cells, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            String padding = " ".repeat(widths.get(column) - cells.get(column).length());
            line.append(column == 0 ? "" : "  ");
            line.append(column < TEXT_COLUMNS ? cells.get(column) + padding : padding + cells.get(column));
        }
        return line.toString().stripTrailing() + '\n';
    }

    /** Returns Markdown: the scenario titles as a list, then a table. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        for (String line : legend) {
            text.append("- **").append(line.replaceFirst(": ", "**: ")).append('\n');
        }
        List<List<String>> shown = shown();
        text.append('\n').append(markdown(shown.get(0)));
        text.append("|---|---|")
                .append("--:|".repeat(shown.get(0).size() - TEXT_COLUMNS))
                .append('\n');
        onePlanOnce(shown.subList(1, shown.size())).stream()
                .map(ResultTable::withoutZeroCounts)
                .forEach(row -> text.append(markdown(row)));
        return text.toString();
    }

    /** Merges the two rows of the oracle if both rows show the same plan. */
    private static List<List<String>> onePlanOnce(List<List<String>> rows) {
        List<List<String>> merged = new ArrayList<>();
        for (List<String> row : rows) {
            int last = merged.size() - 1;
            if (isPlan(row) && isPlan(merged.get(last)) && figures(row).equals(figures(merged.get(last)))) {
                List<String> both = new ArrayList<>(row);
                both.set(1, ORACLE);
                merged.set(last, both);
            } else {
                merged.add(row);
            }
        }
        return merged;
    }

    /** Replaces a count of 0 by an empty cell, so that other counts are easy to see. */
    private static List<String> withoutZeroCounts(List<String> row) {
        int counts = row.size() - COUNT_COLUMNS;
        List<String> cells = new ArrayList<>(row.subList(0, counts));
        row.subList(counts, row.size()).forEach(cell -> cells.add(cell.equals("0") ? "" : cell));
        return cells;
    }

    private static boolean isPlan(List<String> row) {
        return row.get(1).startsWith(ORACLE);
    }

    private static List<String> figures(List<String> row) {
        return row.subList(TEXT_COLUMNS, row.size());
    }

    private static String markdown(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
