package dev.sluice.exporter.alerts;

import dev.sluice.exporter.config.ConfigProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The rule files of a folder, adapted with a site's config.yaml. */
public final class AlertRules {

    private static final String ENDING = ".yml";

    private final List<RuleFile> files;

    private AlertRules(List<RuleFile> files) {
        this.files = List.copyOf(files);
    }

    /**
     * The files to write, or the problems of the configuration.
     *
     * @param files file texts by name
     * @param changed rules that differ from the defaults
     * @param problems problems of the configuration; with any problem, files are empty
     */
    public record Rendered(Map<String, String> files, List<String> changed, List<ConfigProblem> problems) {
        public Rendered {
            files = Map.copyOf(files);
            changed = List.copyOf(changed);
            problems = List.copyOf(problems);
        }
    }

    /** Reads the rule files of a folder. */
    public static AlertRules in(Path folder) throws IOException {
        List<RuleFile> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.sorted().toList()) {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(ENDING) && !name.startsWith("alertmanager")) {
                    files.add(
                            RuleFile.parse(name.substring(0, name.length() - ENDING.length()), Files.readString(file)));
                }
            }
        }
        return new AlertRules(files);
    }

    /**
     * Renders the files with a site's configuration.
     *
     * @param name configuration name in problems
     * @param config its text
     */
    public Rendered with(String name, String config, AlertsFormat format) {
        SettingsReader.Read read = SettingsReader.read(name, config, rules());
        if (!read.problems().isEmpty()) {
            return new Rendered(Map.of(), List.of(), read.problems());
        }
        List<String> changed = Stream.concat(
                        read.settings().entrySet().stream()
                                .filter(rule -> !rule.getValue().changesNothing())
                                .map(Map.Entry::getKey)
                                .sorted(),
                        read.objectives().stream().map(WaitObjective::text))
                .toList();
        return new Rendered(format.files(files, read), changed, List.of());
    }

    private List<RuleBlock> rules() {
        return files.stream().flatMap(file -> file.rules().stream()).toList();
    }

    /** Returns the default configuration, with every parameter. */
    public String defaults() {
        StringBuilder text = new StringBuilder("""
                # Parameters of the rules in this folder, with their defaults. In a copy keep what you change:
                #   ./sluice alerts --config my-alerts.yaml --out my-rules
                # Every rule can be left out (enabled: false). A rule on partitions can differ in some:
                #   SlurmPartitionDegraded:
                #     partitions:
                #       debug: {enabled: false}
                #       long: {ratio: 0.5}
                # Objectives for waits can differ by partition, QOS and account; what a QOS or account does not set is as below:
                #   waits:
                #     partitions:
                #       debug: {within: 10m, percent: 99}
                #     qos:
                #       urgent: {within: 30m, percent: 99}
                #       scavenger: {enabled: false}
                #     accounts:
                #       physics: {within: 1h}
                """);
        text.append("\nobjectives:\n");
        Map<String, Map<String, String>> objectives = new TreeMap<>();
        rules().forEach(rule -> rule.parameters().forEach((key, value) -> {
            int dot = key.indexOf('.');
            if (dot > 0) {
                objectives
                        .computeIfAbsent(key.substring(0, dot), unused -> new LinkedHashMap<>())
                        .put(key.substring(dot + 1), value);
            }
        }));
        objectives.forEach((name, values) -> section(text, name, values));
        text.append("\nrules:\n");
        for (RuleFile file : files) {
            text.append("  # ").append(file.name()).append(ENDING).append('\n');
            for (RuleBlock rule : file.rules()) {
                Map<String, String> own = new LinkedHashMap<>(rule.parameters());
                own.keySet().removeIf(key -> key.contains("."));
                if (!own.isEmpty() && !own.equals(Map.of("severity", "none"))) {
                    if (rule.alert()) {
                        text.append("  # ").append(rule.summary()).append('\n');
                    }
                    section(text, rule.name(), own);
                }
            }
        }
        return text.toString();
    }

    private static void section(StringBuilder text, String name, Map<String, String> values) {
        text.append("  ").append(name.contains(":") ? "\"" + name + "\"" : name).append(":\n");
        values.forEach((key, value) ->
                text.append("    ").append(key).append(": ").append(value).append('\n'));
    }
}
