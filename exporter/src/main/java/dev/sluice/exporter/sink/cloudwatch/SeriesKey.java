package dev.sluice.exporter.sink.cloudwatch;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The identity of one CloudWatch metric. CloudWatch counts and bills metrics by this identity.
 *
 * @param name metric name
 * @param dimensions values of the dimensions by name, in the order of declaration
 */
record SeriesKey(String name, Map<String, String> dimensions) implements Comparable<SeriesKey> {

    private static final Comparator<SeriesKey> ORDER =
            Comparator.comparing(SeriesKey::name).thenComparing(SeriesKey::dimensionText);
    private static final int MAX_DIMENSIONS = 30;
    private static final int MAX_NAME_LENGTH = 255;
    private static final int MAX_VALUE_LENGTH = 1_024;

    SeriesKey {
        dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
    }

    /** Returns the dimensions as text, such as {@code SlurmCluster=research, Partition=gpu}. */
    String dimensionText() {
        return dimensions.entrySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Returns true if CloudWatch accepts the name and the dimensions. The SDK does not check them. */
    boolean valid() {
        return dimensions.size() <= MAX_DIMENSIONS
                && text(name, MAX_NAME_LENGTH)
                && dimensions.values().stream().allMatch(value -> text(value, MAX_VALUE_LENGTH));
    }

    private static boolean text(String text, int maxLength) {
        return !text.isBlank()
                && text.length() <= maxLength
                && text.chars().allMatch(character -> character >= ' ' && character < 0x7f);
    }

    @Override
    public int compareTo(SeriesKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return name + "{" + dimensionText() + "}";
    }
}
