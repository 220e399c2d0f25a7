package dev.sluice.exporter.alerts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The output format of the rules. */
public enum AlertsFormat {
    /** Files for {@code rule_files}, or for a PrometheusRule's {@code spec}. */
    PROMETHEUS,
    /** Files with a namespace, for {@code mimirtool rules load}. */
    MIMIR,
    /** Values for the chart. Contains only the rule files that differ from the files in the chart. */
    HELM;

    static Optional<AlertsFormat> of(String name) {
        return Stream.of(values())
                .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst();
    }

    /** Returns the files to write, by name. */
    Map<String, String> files(List<RuleFile> files, SettingsReader.Read site) {
        Map<String, String> written = new LinkedHashMap<>();
        List<String> values = new ArrayList<>();
        for (RuleFile file : files) {
            String text = file.with(site.settings(), site.objectives());
            switch (this) {
                case PROMETHEUS -> written.put(file.name() + ".yml", text);
                case MIMIR -> written.put(file.name() + ".yml", "namespace: sluice-" + file.name() + "\n" + text);
                case HELM -> {
                    if (!text.equals(file.with(Map.of(), List.of()))) {
                        values.add("    " + file.name() + ": |\n"
                                + text.lines().map(AlertsFormat::indented).collect(Collectors.joining()));
                    }
                }
            }
        }
        if (this == HELM) {
            written.put(
                    "values.yaml", "rules:\n  files:" + (values.isEmpty() ? " {}\n" : "\n" + String.join("", values)));
        }
        return written;
    }

    private static String indented(String line) {
        return line.isEmpty() ? "\n" : "      " + line + "\n";
    }
}
