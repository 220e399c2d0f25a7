package dev.sluice.adapter.metrics;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which labels somebody asks for, with the meaning that Kubernetes gives it: all requirements hold.
 *
 * @param requirements none for everything
 */
public record LabelSelector(List<LabelRequirement> requirements) {

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /**
     * Understands a selector as it stands in a URL's query, decoded; an empty one is everything.
     *
     * @throws BadSelector where it is malformed
     */
    public static LabelSelector parse(String text) throws BadSelector {
        return new LabelSelector(new SelectorParser(text).parse());
    }

    public boolean matches(Map<String, String> labels) {
        return matches(label -> Optional.ofNullable(labels.get(label)));
    }

    /** Whether it chooses something that has these labels; empty for one that it does not have. */
    boolean matches(Function<String, Optional<String>> labels) {
        for (LabelRequirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /** Whether what it says of one label lets a value through. */
    boolean admits(String label, String value) {
        return about(label).stream().allMatch(requirement -> requirement.matches(unused -> Optional.of(value)));
    }

    /** Whether it names the values of a label, and they are all among these. */
    boolean keepsTo(String label, Predicate<String> known) {
        return about(label).stream()
                .anyMatch(requirement -> requirement.namesValues()
                        && requirement.values().stream().allMatch(known));
    }

    /** The values that it leaves for a label; empty where it names none. */
    Optional<Set<String>> valuesOf(String label) {
        return about(label).stream()
                .filter(LabelRequirement::namesValues)
                .map(LabelRequirement::values)
                .findFirst();
    }

    /** The labels that it says something about. */
    Set<String> labels() {
        return requirements.stream().map(LabelRequirement::label).collect(Collectors.toSet());
    }

    private List<LabelRequirement> about(String label) {
        return requirements.stream()
                .filter(requirement -> requirement.label().equals(label))
                .toList();
    }
}
