package dev.sluice.exporter.alerts;

import dev.sluice.exporter.config.ConfigProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The rule files in a folder. A site's config.yaml changes the rules. */
public final class AlertRules {

    private static final String ENDING = ".yml";

    private final List<RuleFile> files;

    private AlertRules(List<RuleFile> files) {
        this.files = List.copyOf(files);
    }

    /**
     * The files to write. If the configuration has problems, the problems and no files.
     *
     * @param files file texts by name
     * @param changed names of the rules that differ from the defaults
     * @param problems problems of the configuration; if a problem exists, the map of files is empty
     */
    public record Rendered(Map<String, String> files, List<String> changed, List<ConfigProblem> problems) {
        public Rendered {
            files = Map.copyOf(files);
            changed = List.copyOf(changed);
            problems = List.copyOf(problems);
        }
    }

    /** Returns the rule files by name. */
    List<RuleFile> files() {
        return files;
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
     * @param name name of the configuration, for problems
     * @param config text of the configuration
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
}
