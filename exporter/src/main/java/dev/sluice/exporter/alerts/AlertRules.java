package dev.sluice.exporter.alerts;

import dev.sluice.exporter.config.ConfigException;
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
     * The files to write.
     *
     * @param files file texts by name
     * @param changed names of the rules that differ from the defaults
     */
    public record Rendered(Map<String, String> files, List<String> changed) {
        public Rendered {
            files = Map.copyOf(files);
            changed = List.copyOf(changed);
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
    public Rendered with(String name, String config, AlertsFormat format) throws ConfigException {
        SettingsReader.Read read = SettingsReader.read(
                name,
                config,
                files.stream().flatMap(file -> file.rules().stream()).toList());
        List<String> changed = Stream.concat(
                        read.settings().entrySet().stream()
                                .filter(rule -> !rule.getValue().changesNothing())
                                .map(Map.Entry::getKey)
                                .sorted(),
                        read.objectives().stream().map(WaitObjective::text))
                .toList();
        return new Rendered(format.files(files, read), changed);
    }
}
