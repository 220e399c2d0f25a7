package dev.sluice.exporter.alerts;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a site changes in one rule.
 *
 * @param enabled whether the rule stays
 * @param values by the name of the parameter, as config.yaml has them
 * @param partitions what is different for single partitions
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

    /** The same with what another section says; a value that both give is the other's. */
    RuleSettings with(RuleSettings other) {
        Map<String, String> all = new TreeMap<>(values);
        all.putAll(other.values);
        Map<String, RuleSettings> more = new TreeMap<>(partitions);
        other.partitions.forEach((name, settings) -> more.merge(name, settings, RuleSettings::with));
        return new RuleSettings(enabled && other.enabled, all, more);
    }

    /** The same about some parameters alone. */
    RuleSettings of(Set<String> parameters) {
        Map<String, String> own = new TreeMap<>(values);
        own.keySet().retainAll(parameters);
        Map<String, RuleSettings> different = new TreeMap<>();
        partitions.forEach((name, settings) -> different.put(name, settings.of(parameters)));
        different.values().removeIf(RuleSettings::changesNothing);
        return new RuleSettings(enabled, own, different);
    }

    /** Partitions with what holds there: their own values, and else those of the rule. */
    SortedMap<String, RuleSettings> effectivePartitions() {
        SortedMap<String, RuleSettings> all = new TreeMap<>();
        partitions.forEach((name, own) -> {
            Map<String, String> effective = new TreeMap<>(values);
            effective.putAll(own.values);
            all.put(name, new RuleSettings(own.enabled, effective, Map.of()));
        });
        return all;
    }

    /** What is changed, for people. */
    String text() {
        Stream<String> own =
                new TreeMap<>(values).entrySet().stream().map(value -> value.getKey() + " " + value.getValue());
        Stream<String> of = new TreeMap<>(partitions)
                .entrySet().stream()
                        .map(partition -> "partition " + partition.getKey() + " "
                                + (partition.getValue().enabled()
                                        ? partition.getValue().text()
                                        : "left out"));
        return Stream.concat(own, of).collect(Collectors.joining(", "));
    }
}
