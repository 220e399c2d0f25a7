package dev.sluice.adapter.metrics;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A label selector with Kubernetes' semantics: all requirements must hold.
 *
 * @param requirements requirements; an empty list selects everything
 */
public record LabelSelector(List<LabelRequirement> requirements) {

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /**
     * Parses a selector from the decoded query of a URL; an empty text selects everything.
     *
     * @throws IllegalArgumentException if the text is malformed; the message names the position, in Kubernetes' words
     *     if possible
     */
    public static LabelSelector parse(String text) {
        return new LabelSelector(SelectorParser.parse(text));
    }

    public boolean matches(Map<String, String> labels) {
        return matches(label -> Optional.ofNullable(labels.get(label)));
    }

    /** Returns true if the selector matches; {@code labels} returns empty for a missing label. */
    boolean matches(Function<String, Optional<String>> labels) {
        return requirements.stream().allMatch(requirement -> requirement.matches(labels));
    }

    /** Returns true if all requirements on a label match a value. */
    boolean admits(String label, String value) {
        return about(label).stream().allMatch(requirement -> requirement.matches(unused -> Optional.of(value)));
    }

    /** Returns true if a requirement lists values of the label, and all listed values are known. */
    boolean keepsTo(String label, Predicate<String> known) {
        return about(label).stream()
                .anyMatch(requirement -> requirement.namesValues()
                        && requirement.values().stream().allMatch(known));
    }

    /** Returns the listed values of a label; empty if the selector lists none. */
    Optional<Set<String>> valuesOf(String label) {
        return about(label).stream()
                .filter(LabelRequirement::namesValues)
                .map(LabelRequirement::values)
                .findFirst();
    }

    /** Returns the labels with requirements. */
    Set<String> labels() {
        return requirements.stream().map(LabelRequirement::label).collect(Collectors.toSet());
    }

    private List<LabelRequirement> about(String label) {
        return requirements.stream()
                .filter(requirement -> requirement.label().equals(label))
                .toList();
    }
}
