package dev.sluice.adapter.metrics;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One requirement of a selector.
 *
 * @param values values to which {@code operator} compares the label; empty for an operator without values
 */
record LabelRequirement(String label, Operator operator, Set<String> values) {

    /**
     * The comparison of a label. {@code =} is an {@link #IN} with one value; {@code !=} is a {@link #NOT_IN} with one
     * value.
     */
    enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GREATER_THAN,
        LESS_THAN
    }

    boolean namesValues() {
        return operator == Operator.IN;
    }

    /** Returns true if the requirement holds; {@code labels} returns empty for a missing label. */
    boolean matches(Function<String, Optional<String>> labels) {
        Optional<String> value = labels.apply(label);
        return switch (operator) {
            case IN -> value.filter(values::contains).isPresent();
            // The result is also true if the label is missing.
            case NOT_IN -> value.filter(values::contains).isEmpty();
            case EXISTS -> value.isPresent();
            case DOES_NOT_EXIST -> value.isEmpty();
            case GREATER_THAN -> value.filter(v -> compare(v) > 0).isPresent();
            case LESS_THAN -> value.filter(v -> compare(v) < 0).isPresent();
        };
    }

    /** Compares two values; returns 0 if one of the values is not a whole number. */
    private int compare(String value) {
        try {
            return Long.compare(
                    Long.parseLong(value), Long.parseLong(values.iterator().next()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
