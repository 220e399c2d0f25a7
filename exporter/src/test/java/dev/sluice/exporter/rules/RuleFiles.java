package dev.sluice.exporter.rules;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The rules in {@code alerts/} in file order, recording rules first. */
public final class RuleFiles {

    /** The folder of the rules, relative to the root of the repository. */
    public static final Path FOLDER = Path.of("alerts");

    /**
     * The beginning of every alert's runbook_url, up to the name of the alert. Only this constant and the rules contain
     * this URL.
     */
    static final String RUNBOOKS = "https://github.com/sluice-project/sluice/blob/main/docs/runbooks/";

    private static final String RECORDING = "recording.yml";
    private static final Set<String> NOT_RULES = Set.of("alertmanager-example.yml");
    private static final Set<String> KEYS =
            Set.of("alert", "record", "expr", "for", "keep_firing_for", "labels", "annotations");

    private RuleFiles() {}

    /** Returns all rules. */
    public static List<Rule> all() {
        List<Rule> rules = new ArrayList<>();
        files().forEach(file -> rules.addAll(of(file)));
        return rules;
    }

    /** Returns only the alerts. */
    public static List<Rule> alerts() {
        return all().stream().filter(rule -> !rule.recording()).toList();
    }

    /** Returns the files. The file with the shared recording rules is first. */
    static List<Path> files() {
        try (Stream<Path> files = Files.list(GoldenFile.repositoryRoot().resolve(FOLDER))) {
            List<Path> sorted = files.filter(file -> file.toString().endsWith(".yml"))
                    .filter(file -> !NOT_RULES.contains(nameOf(file)))
                    .sorted()
                    .toList();
            return Stream.concat(
                            sorted.stream().filter(file -> nameOf(file).equals(RECORDING)),
                            sorted.stream().filter(file -> !nameOf(file).equals(RECORDING)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the rules of one file. */
    static List<Rule> of(Path file) {
        String name = nameOf(file).replace(".yml", "");
        List<Rule> rules = new ArrayList<>();
        for (Yaml group : Yaml.read(file).items("groups")) {
            for (Yaml rule : group.items("rules")) {
                rules.add(rule(name, group.text("name"), rule));
            }
        }
        return rules;
    }

    private static Rule rule(String file, String group, Yaml rule) {
        for (String key : rule.keys()) {
            if (!KEYS.contains(key)) {
                throw new IllegalArgumentException(rule.where() + " has an unknown key " + key);
            }
        }
        boolean recording = rule.keys().contains("record");
        return new Rule(
                file,
                group,
                recording,
                rule.text(recording ? "record" : "alert"),
                rule.text("expr").strip(),
                rule.text("for"),
                rule.text("keep_firing_for"),
                rule.maybe("labels").map(Yaml::texts).orElse(Map.of()),
                rule.maybe("annotations").map(Yaml::texts).orElse(Map.of()));
    }

    static String nameOf(Path file) {
        return String.valueOf(file.getFileName());
    }
}
