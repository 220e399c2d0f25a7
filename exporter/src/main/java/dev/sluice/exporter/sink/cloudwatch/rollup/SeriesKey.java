package dev.sluice.exporter.sink.cloudwatch.rollup;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The identity of one CloudWatch metric. CloudWatch counts and bills metrics by this identity.
 *
 * @param name metric name
 * @param dimensions dimensions in the order of declaration
 */
public record SeriesKey(String name, List<Dimension> dimensions) implements Comparable<SeriesKey> {

    private static final Comparator<SeriesKey> ORDER =
            Comparator.comparing(SeriesKey::name).thenComparing(SeriesKey::dimensionText);

    public SeriesKey {
        dimensions = List.copyOf(dimensions);
    }

    /** Returns the dimensions as text, such as {@code SlurmCluster=research, Partition=gpu}. */
    public String dimensionText() {
        return dimensions.stream().map(Dimension::toString).collect(Collectors.joining(", "));
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
