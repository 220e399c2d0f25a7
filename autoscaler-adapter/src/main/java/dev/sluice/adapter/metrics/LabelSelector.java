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
public record LabelSelector(List<Requirement> requirements) {

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /**
     * One requirement: {@code key in (values)}, {@code key}, or the opposite. {@code key=value} is an {@code in} with
     * one value.
     *
     * @param positive false for the opposite, which also holds if the label is missing
     * @param values values that the label can have; empty for all values
     */
    record Requirement(String label, boolean positive, Optional<Set<String>> values) {

        boolean matches(Function<String, Optional<String>> labels) {
            return labels.apply(label)
                            .filter(one -> values.isEmpty() || values.get().contains(one))
                            .isPresent()
                    == positive;
        }
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
        return requirements.stream().allMatch(one -> one.matches(labels));
    }

    /** Returns true if all requirements on a label match a value. */
    boolean admits(String label, String value) {
        return about(label).stream().allMatch(one -> one.matches(unused -> Optional.of(value)));
    }

    /** Returns true if a requirement lists values of the label, and all listed values are known. */
    boolean keepsTo(String label, Predicate<String> known) {
        return valuesOf(label).stream().anyMatch(values -> values.stream().allMatch(known));
    }

    /** Returns the values of a label that each requirement lists; empty if the selector lists none. */
    List<Set<String>> valuesOf(String label) {
        return about(label).stream()
                .filter(Requirement::positive)
                .flatMap(one -> one.values().stream())
                .toList();
    }

    /** Returns the labels with requirements. */
    Set<String> labels() {
        return requirements.stream().map(Requirement::label).collect(Collectors.toSet());
    }

    private List<Requirement> about(String label) {
        return requirements.stream().filter(one -> one.label().equals(label)).toList();
    }
}
