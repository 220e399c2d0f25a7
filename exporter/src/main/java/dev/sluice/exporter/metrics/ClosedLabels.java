package dev.sluice.exporter.metrics;

import dev.sluice.exporter.model.Labeled;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Labels with a closed list of values, so that each value has a series from the start.
 *
 * @param values list of values
 * @param labels functions that return the label values, by label name
 * @param always label values whose sample is published even if the sample is 0
 */
public record ClosedLabels<V>(List<V> values, Map<String, Function<V, String>> labels, Predicate<V> always) {

    public static <V extends Labeled> ClosedLabels<V> of(String label, V[] values) {
        return of(label, List.of(values), Labeled::label);
    }

    public static <V> ClosedLabels<V> of(String label, List<V> values, Function<V, String> value) {
        return new ClosedLabels<>(values, Map.of(label, value), unused -> true);
    }

    /**
     * A part of an amount.
     *
     * @param name value of the label
     * @param amount returns the part of an amount
     */
    public record Part<T>(String name, ToDoubleFunction<T> amount) {

        public double of(T whole) {
            return amount.applyAsDouble(whole);
        }
    }

    /** Creates a single label whose values are the parts of an amount. */
    public static <T> ClosedLabels<Part<T>> parts(String label, List<Part<T>> parts) {
        return of(label, parts, Part::name);
    }

    public ClosedLabels<V> by(String label, Function<V, String> value) {
        Map<String, Function<V, String>> more = new LinkedHashMap<>(labels);
        more.put(label, value);
        return new ClosedLabels<>(values, more, always);
    }

    /** Returns these labels. A sample of 0 is published only for the given label values. */
    public ClosedLabels<V> showing(Predicate<V> these) {
        return new ClosedLabels<>(values, labels, these);
    }

    int numberAlways() {
        return (int) values.stream().filter(always).count();
    }

    /** Writes the values of the labels to the end of an array. */
    void write(V value, String[] labelValues) {
        int index = labelValues.length - labels.size();
        for (Function<V, String> label : labels.values()) {
            labelValues[index++] = label.apply(value);
        }
    }
}
