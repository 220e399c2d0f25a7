package dev.sluice.exporter.alerts;

import dev.sluice.exporter.config.ConfigException;
import dev.sluice.exporter.config.schema.type.Problem;
import dev.sluice.exporter.config.yaml.Position;
import dev.sluice.exporter.config.yaml.YamlEntry;
import dev.sluice.exporter.config.yaml.YamlMapping;
import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlReader;
import dev.sluice.exporter.config.yaml.YamlScalar;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads config.yaml: the site's settings, and all problems of the file. */
final class SettingsReader {

    private static final String ENABLED = "enabled";
    private static final String PARTITIONS = "partitions";
    private static final String WAITS = "objectives.waits";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final Set<String> OF_THE_RULE_ALONE = Set.of("for", "severity");

    private final List<RuleBlock> rules;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, RuleSettings> settings = new TreeMap<>();
    private final List<WaitObjective> objectives = new ArrayList<>();
    /** Settings sections of QOS and accounts, by label name. */
    private final Map<String, Map<String, RuleSettings>> waits = new TreeMap<>();

    private SettingsReader(List<RuleBlock> rules) {
        this.rules = rules;
    }

    /**
     * A site's settings.
     *
     * @param settings settings by rule name
     * @param objectives objectives of QOS and accounts
     */
    record Read(Map<String, RuleSettings> settings, List<WaitObjective> objectives) {
        Read {
            settings = Map.copyOf(settings);
            objectives = List.copyOf(objectives);
        }
    }

    static Read read(String file, String text, List<RuleBlock> rules) throws ConfigException {
        SettingsReader reader = new SettingsReader(rules);
        YamlReader.read(text, (position, message) -> reader.problem(position, "", message))
                .ifPresent(reader::document);
        if (!reader.problems.isEmpty()) {
            throw new ConfigException(file, reader.problems);
        }
        return new Read(reader.settings, reader.objectives);
    }

    private void document(YamlNode node) {
        entries(node, "", (key, entry) -> {
            switch (key) {
                case "rules" -> entries(entry.value(), key, this::rule);
                case "objectives" -> entries(entry.value(), key, this::objective);
                default -> unknown(entry, key, List.of("rules", "objectives"));
            }
        });
    }

    private void rule(String name, YamlEntry entry) {
        String path = "rules." + name;
        Optional<RuleBlock> rule =
                rules.stream().filter(known -> known.name().equals(name)).findFirst();
        if (rule.isEmpty()) {
            problem(entry.position(), path, "unknown rule" + nearest(name, names()));
            return;
        }
        Map<String, String> own = new TreeMap<>(rule.get().parameters());
        own.keySet().removeIf(parameter -> parameter.contains("."));
        add(name, section(entry.value(), path, own, rule.get().perPartition()));
    }

    private Set<String> names() {
        return rules.stream().map(RuleBlock::name).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Applies an objective to all rules that have a parameter of the objective. */
    private void objective(String name, YamlEntry entry) {
        String path = "objectives." + name;
        List<RuleBlock> those = rules.stream()
                .filter(rule -> rule.parameters().keySet().stream().anyMatch(key -> key.startsWith(name + ".")))
                .toList();
        if (those.isEmpty()) {
            problem(entry.position(), path, "unknown objective; expected freshness or waits");
            return;
        }
        Map<String, String> own = new TreeMap<>();
        those.forEach(rule -> rule.parameters().forEach((key, value) -> {
            if (key.startsWith(name + ".")) {
                own.put(key.substring(name.length() + 1), value);
            }
        }));
        RuleSettings all = section(entry.value(), path, own, those.stream().allMatch(RuleBlock::perPartition));
        own.putAll(all.values());
        if (path.equals(WAITS)) {
            waits.forEach((label, sections) ->
                    sections.forEach((who, section) -> objectives.add(waitObjective(label, who, section, own))));
        }
        RuleSettings read = prefixed(all, name + ".");
        // An alert gets all values of the objective, because the alert's text contains all these values.
        those.forEach(rule ->
                add(rule.name(), rule.alert() ? read : read.of(rule.parameters().keySet())));
    }

    private static WaitObjective waitObjective(
            String label, String who, RuleSettings section, Map<String, String> common) {
        Map<String, String> values = new TreeMap<>(common);
        values.putAll(section.values());
        return WaitObjective.of(
                label, who, section.enabled(), values.getOrDefault("within", ""), values.getOrDefault("percent", ""));
    }

    private static RuleSettings prefixed(RuleSettings read, String prefix) {
        Map<String, String> values = new TreeMap<>();
        read.values().forEach((key, value) -> values.put(prefix + key, value));
        Map<String, RuleSettings> partitions = new TreeMap<>();
        read.partitions().forEach((partition, own) -> partitions.put(partition, prefixed(own, prefix)));
        return new RuleSettings(read.enabled(), values, partitions);
    }

    private void add(String rule, RuleSettings read) {
        settings.merge(rule, read, RuleSettings::with);
    }

    /** Ignores a value that equals the default, so that config.yaml itself is a valid configuration. */
    private RuleSettings section(YamlNode node, String path, Map<String, String> defaults, boolean perPartition) {
        boolean[] enabled = {true};
        Map<String, String> values = new TreeMap<>();
        Map<String, RuleSettings> partitions = new TreeMap<>();
        entries(node, path, (key, entry) -> {
            String at = path + "." + key;
            if (key.equals(ENABLED)) {
                enabled[0] = enabled(entry, at);
            } else if (key.equals(PARTITIONS) && perPartition) {
                partitions.putAll(byName(entry.value(), at, defaults.keySet()));
            } else if (path.equals(WAITS) && WaitObjective.LABELS.containsKey(key)) {
                waits.put(WaitObjective.LABELS.getOrDefault(key, ""), byName(entry.value(), at, defaults.keySet()));
            } else if (defaults.containsKey(key)) {
                value(entry, at, defaults.getOrDefault(key, "")).ifPresent(value -> values.put(key, value));
            } else {
                Set<String> known = new TreeSet<>(defaults.keySet());
                known.add(ENABLED);
                if (perPartition) {
                    known.add(PARTITIONS);
                }
                if (path.equals(WAITS)) {
                    known.addAll(WaitObjective.LABELS.keySet());
                }
                unknown(entry, at, known);
            }
        });
        return new RuleSettings(enabled[0], values, partitions);
    }

    /**
     * Reads the sections of partitions, QOS or accounts. Keeps a value that equals the rule's default, because
     * config.yaml may set another value for the rule itself.
     */
    private Map<String, RuleSettings> byName(YamlNode node, String path, Set<String> parameters) {
        Map<String, String> numbers = new TreeMap<>();
        parameters.stream()
                .filter(parameter -> !OF_THE_RULE_ALONE.contains(parameter))
                .forEach(parameter -> numbers.put(parameter, ""));
        Map<String, RuleSettings> sections = new TreeMap<>();
        entries(node, path, (name, entry) -> {
            if (NAME.matcher(name).matches()) {
                sections.put(name, section(entry.value(), path + "." + name, numbers, false));
            } else {
                problem(entry.position(), path, "\"" + name + "\" is not a name; letters, digits and _.- are allowed");
            }
        });
        return sections;
    }

    private boolean enabled(YamlEntry entry, String path) {
        String text = entry.value() instanceof YamlScalar scalar ? scalar.text() : "";
        if (!text.equals("true") && !text.equals("false")) {
            problem(entry.value().position(), path, "expected true or false");
        }
        return !text.equals("false");
    }

    private Optional<String> value(YamlEntry entry, String path, String shown) {
        ParameterKind kind = ParameterKind.of(entry.key());
        String text = entry.value() instanceof YamlScalar scalar ? scalar.text() : "";
        if (kind.written(text, "").isEmpty()) {
            problem(entry.value().position(), path, "expected " + kind.expected() + ", got \"" + text + "\"");
            return Optional.empty();
        }
        return text.equals(shown) ? Optional.empty() : Optional.of(text);
    }

    private void entries(YamlNode node, String path, BiConsumer<String, YamlEntry> each) {
        if (!(node instanceof YamlMapping mapping)) {
            problem(node.position(), path, "expected keys with values");
            return;
        }
        Set<String> seen = new HashSet<>();
        for (YamlEntry entry : mapping.entries()) {
            if (seen.add(entry.key())) {
                each.accept(entry.key(), entry);
            } else {
                problem(entry.position(), path, "the key " + entry.key() + " appears twice");
            }
        }
    }

    private void unknown(YamlEntry entry, String path, Collection<String> known) {
        problem(entry.position(), path, "unknown key; expected " + String.join(", ", known));
    }

    private static String nearest(String name, Collection<String> names) {
        String bare = name.toLowerCase(Locale.ROOT);
        return names.stream()
                .filter(known ->
                        known.toLowerCase(Locale.ROOT).contains(bare) || bare.contains(known.toLowerCase(Locale.ROOT)))
                .findFirst()
                .map(known -> "; did you mean " + known + "?")
                .orElse("; config.yaml lists all of them");
    }

    private void problem(Position position, String path, String message) {
        problems.add(new Problem(position, path, message));
    }
}
