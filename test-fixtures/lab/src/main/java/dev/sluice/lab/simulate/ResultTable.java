package dev.sluice.lab.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    private static final int COST = HEADER.indexOf("cost");

    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> legend = new ArrayList<>();
    private final Map<Scenario, Map<String, Outcome>> outcomes = new LinkedHashMap<>();

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
            add(scenario, name, signal.label(), run);
            name = "";
            if (signal == Signal.SLUICE) {
                rows.add(row("", ORACLE + ", equal wait", oracle.atEqualWait(run.outcome())));
                rows.add(row("", ORACLE + ", equal cost", oracle.atEqualCost(run.outcome())));
            }
        }
        for (WhatIf whatIf : whatIfs) {
            add(
                    scenario,
                    name,
                    whatIf.label(),
                    patience.judged(Simulation.play(scenario, Signal.sluice(scenario, whatIf.settings()))));
        }
    }

    private void add(Scenario scenario, String name, String label, Simulation.Run run) {
        outcomes.computeIfAbsent(scenario, unused -> new LinkedHashMap<>()).put(label, run.outcome());
        rows.add(row(name, label, run.outcome()));
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

    /** Returns a Markdown table with one row per scenario, in which Slurm's power saving comes first. */
    String markdown() {
        return SummaryTable.of(outcomes);
    }
}
