package dev.sluice.exporter.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What came of scenarios, side by side. */
final class ResultTable {

    private static final List<String> HEADER = List.of(
            "scenario",
            "signal",
            "peak nodes",
            "node-hours",
            "useful",
            "mean wait s",
            "p95 s",
            "max s",
            "busy drained",
            "un-drained",
            "never started",
            "starved");

    private static final int TEXT_COLUMNS = 2;

    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> legend = new ArrayList<>();

    static ResultTable of(List<Scenario> scenarios) {
        ResultTable table = new ResultTable();
        scenarios.forEach(table::add);
        return table;
    }

    private void add(Scenario scenario) {
        legend.add(scenario.name() + ": " + scenario.title());
        String name = scenario.name();
        Patience patience = new Patience(scenario);
        Oracle oracle = new Oracle(scenario, patience.best());
        for (Signal signal : scenario.signals()) {
            Simulation.Run run = signal == Signal.STATIC_MAXIMUM
                    ? patience.best()
                    : patience.judged(Simulation.play(scenario, signal.label(), signal.cluster(scenario)));
            rows.add(row(name, run.outcome()));
            name = "";
            if (signal == Signal.SLUICE) {
                rows.add(row("", oracle.atEqualWait(run.outcome())));
                rows.add(row("", oracle.atEqualCost(run.outcome())));
            }
        }
    }

    private static List<String> row(String scenario, Outcome outcome) {
        Waits waits = outcome.waits();
        boolean any = waits.started() > 0;
        return List.of(
                scenario,
                outcome.signal(),
                String.valueOf(outcome.peakNodes()),
                hours(outcome.nodeHours()),
                hours(outcome.usefulHours()),
                any ? String.format(Locale.ROOT, "%.0f", waits.mean()) : "-",
                any ? String.valueOf(waits.p95()) : "-",
                any ? String.valueOf(waits.longest()) : "-",
                String.valueOf(outcome.busyDrained()),
                String.valueOf(outcome.undrained()),
                String.valueOf(outcome.neverStarted()),
                String.valueOf(outcome.starved()));
    }

    private static String hours(double hours) {
        return String.format(Locale.ROOT, "%.1f", hours);
    }

    /** For a terminal: columns in line, and what the names stand for. */
    String text() {
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < HEADER.size(); column++) {
            int width = HEADER.get(column).length();
            for (List<String> row : rows) {
                width = Math.max(width, row.get(column).length());
            }
            widths.add(width);
        }
        StringBuilder text = new StringBuilder();
        legend.forEach(line -> text.append(line).append('\n'));
        text.append('\n').append(line(HEADER, widths));
        for (List<String> row : rows) {
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

    /** For a document: the names as a list, then a Markdown table. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        for (String line : legend) {
            text.append("- **").append(line.replaceFirst(": ", "**: ")).append('\n');
        }
        text.append("\n| ").append(String.join(" | ", HEADER)).append(" |\n");
        text.append("|---|---|")
                .append("--:|".repeat(HEADER.size() - TEXT_COLUMNS))
                .append('\n');
        rows.forEach(row -> text.append("| ").append(String.join(" | ", row)).append(" |\n"));
        return text.toString();
    }
}
