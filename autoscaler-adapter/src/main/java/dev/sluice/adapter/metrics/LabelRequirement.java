package dev.sluice.adapter.metrics;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One condition of a selector.
 *
 * @param values what {@code operator} compares with; none where it compares with nothing
 */
record LabelRequirement(String label, Operator operator, Set<String> values) {

    /** How a label is compared. {@code =} is an {@link #IN} of one value, {@code !=} a {@link #NOT_IN}. */
    enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GREATER_THAN,
        LESS_THAN
    }

    LabelRequirement {
        values = Set.copyOf(values);
    }

    boolean namesValues() {
        return operator == Operator.IN;
    }

    /** Whether it holds for what has these labels; empty for one that it does not have. */
    boolean matches(Function<String, Optional<String>> labels) {
        Optional<String> value = labels.apply(label);
        return switch (operator) {
            case IN -> value.filter(values::contains).isPresent();
            // Also where the label is not there.
            case NOT_IN -> value.filter(values::contains).isEmpty();
            case EXISTS -> value.isPresent();
            case DOES_NOT_EXIST -> value.isEmpty();
            case GREATER_THAN -> value.filter(v -> compare(v) > 0).isPresent();
            case LESS_THAN -> value.filter(v -> compare(v) < 0).isPresent();
        };
    }

    /** 0 where one of them is not a whole number. */
    private int compare(String value) {
        try {
            return Long.compare(
                    Long.parseLong(value), Long.parseLong(values.iterator().next()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
