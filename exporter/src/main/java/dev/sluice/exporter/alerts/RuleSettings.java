package dev.sluice.exporter.alerts;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A site's settings of one rule.
 *
 * @param enabled false to remove the rule
 * @param values values by parameter name, in the form that config.yaml has
 * @param partitions settings that apply to a single partition, by partition
 */
record RuleSettings(boolean enabled, Map<String, String> values, Map<String, RuleSettings> partitions) {

    static final RuleSettings NONE = new RuleSettings(true, Map.of(), Map.of());

    RuleSettings {
        values = Map.copyOf(values);
        partitions = Map.copyOf(partitions);
    }

    boolean changesNothing() {
        return equals(NONE);
    }

    /** Merges other settings into these settings. If both have a value, the other settings take precedence. */
    RuleSettings with(RuleSettings other) {
        Map<String, String> all = new TreeMap<>(values);
        all.putAll(other.values);
        Map<String, RuleSettings> more = new TreeMap<>(partitions);
        other.partitions.forEach((name, settings) -> more.merge(name, settings, RuleSettings::with));
        return new RuleSettings(enabled && other.enabled, all, more);
    }

    /** Returns only the settings of the given parameters. */
    RuleSettings of(Set<String> parameters) {
        Map<String, String> own = new TreeMap<>(values);
        own.keySet().retainAll(parameters);
        Map<String, RuleSettings> different = new TreeMap<>();
        partitions.forEach((name, settings) -> different.put(name, settings.of(parameters)));
        different.values().removeIf(RuleSettings::changesNothing);
        return new RuleSettings(enabled, own, different);
    }

    /**
     * Returns the effective settings by partition. The partition's own values take precedence over the values of the
     * rule.
     */
    SortedMap<String, RuleSettings> effectivePartitions() {
        SortedMap<String, RuleSettings> all = new TreeMap<>();
        partitions.forEach((name, own) -> {
            Map<String, String> effective = new TreeMap<>(values);
            effective.putAll(own.values);
            all.put(name, new RuleSettings(own.enabled, effective, Map.of()));
        });
        return all;
    }

    String text() {
        Stream<String> own =
                new TreeMap<>(values).entrySet().stream().map(value -> value.getKey() + " " + value.getValue());
        Stream<String> of = new TreeMap<>(partitions)
                .entrySet().stream()
                        .map(partition -> "partition " + partition.getKey() + " "
                                + (partition.getValue().enabled()
                                        ? partition.getValue().text()
                                        : "disabled"));
        return Stream.concat(own, of).collect(Collectors.joining(", "));
    }
}
