package dev.sluice.lab.simulate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A Markdown table with one row per scenario, which compares Sluice with Slurm's power saving first. */
final class SummaryTable {

    private static final String DIFFERENCE = "sluice against power saving";
    private static final List<Signal> SHOWN =
            List.of(Signal.POWER_SAVING, Signal.SLUICE, Signal.BUSY_PLUS_PENDING, Signal.DOCUMENTED);

    private SummaryTable() {}

    /** Returns the table of the outcomes by scenario and label of the signal. */
    static String of(Map<Scenario, Map<String, Outcome>> scenarios) {
        List<String> labels = labels(scenarios);
        List<String> header = new ArrayList<>(List.of("scenario"));
        header.addAll(labels);
        header.add(2 + labels.indexOf(Signal.SLUICE.label()), DIFFERENCE);
        StringBuilder table = new StringBuilder(line(header));
        table.append("|---".repeat(header.size())).append("|\n");
        scenarios.forEach((scenario, outcomes) -> table.append(line(row(scenario, outcomes, labels))));
        return table.toString();
    }

    /** Returns the compared signals, then the additional settings of Sluice. */
    private static List<String> labels(Map<Scenario, Map<String, Outcome>> scenarios) {
        Set<String> labels =
                new LinkedHashSet<>(SHOWN.stream().map(Signal::label).toList());
        Set<String> builtIn = new LinkedHashSet<>();
        for (Signal signal : Signal.values()) {
            builtIn.add(signal.label());
        }
        scenarios
                .values()
                .forEach(outcomes -> outcomes.keySet().stream()
                        .filter(label -> !builtIn.contains(label))
                        .forEach(labels::add));
        return List.copyOf(labels);
    }

    private static List<String> row(Scenario scenario, Map<String, Outcome> outcomes, List<String> labels) {
        List<String> row = new ArrayList<>(List.of("**" + scenario.name() + "**: " + scenario.title()));
        for (String label : labels) {
            Optional<Outcome> outcome = Optional.ofNullable(outcomes.get(label));
            row.add(outcome.map(SummaryTable::cell).orElse("-"));
            if (label.equals(Signal.SLUICE.label())) {
                row.add(outcome.flatMap(sluice -> Optional.ofNullable(outcomes.get(Signal.POWER_SAVING.label()))
                                .map(saving -> difference(sluice, saving)))
                        .orElse("-"));
            }
        }
        return row;
    }

    private static String cell(Outcome outcome) {
        List<String> parts = new ArrayList<>();
        parts.add(String.format(Locale.ROOT, "%.1f h", outcome.nodeHours()));
        if (outcome.cost() > 0) {
            parts.add(String.format(Locale.ROOT, "cost %.0f", outcome.cost()));
        }
        if (outcome.waits().started() > 0) {
            parts.add(String.format(Locale.ROOT, "%.0f s", outcome.waits().mean()));
        }
        count(parts, outcome.busyDrained(), "drained");
        count(parts, outcome.neverStarted(), "never started");
        count(parts, outcome.starved() - outcome.neverStarted(), "starved");
        return String.join(", ", parts);
    }

    private static void count(List<String> parts, int number, String what) {
        if (number > 0) {
            parts.add(number + " " + what);
        }
    }

    /** Compares the cost if the nodes have a price, else the node-hours; and the mean wait. */
    private static String difference(Outcome sluice, Outcome saving) {
        boolean priced = saving.cost() > 0;
        double part = priced ? sluice.cost() / saving.cost() : sluice.nodeHours() / saving.nodeHours();
        return String.format(
                Locale.ROOT,
                "%+.0f %% %s, %+.0f s",
                100 * (part - 1),
                priced ? "cost" : "node-hours",
                sluice.waits().mean() - saving.waits().mean());
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
