package dev.sluice.exporter.truth.tool;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The output of Slurm's tools, as the series that an exporter should serve. The methods that add a value take a series
 * in the form of {@link Series#of}.
 */
public final class Shown {

    private final SortedMap<Series, Range> ranges = new TreeMap<>();

    /** Sets a number that a tool prints, including zero. */
    public void exactly(double value, String series, String... values) {
        ranges.put(Series.of(series, values), Range.exactly(value));
    }

    /** Sets a number within a range. */
    public void between(double low, double high, String series, String... values) {
        ranges.put(Series.of(series, values), new Range(low, high));
    }

    /** Adds an amount to a number. An amount of zero adds no series. */
    public void add(double amount, String series, String... values) {
        if (amount != 0) {
            ranges.merge(Series.of(series, values), Range.exactly(amount), (sum, one) -> sum.plus(one.low()));
        }
    }

    /** Sets a number unless the current number is larger. */
    void largest(double low, double high, String series, String... values) {
        ranges.merge(
                Series.of(series, values),
                new Range(low, high),
                (first, second) -> first.low() >= second.low() ? first : second);
    }

    public Optional<Range> of(Series series) {
        return Optional.ofNullable(ranges.get(series));
    }

    /**
     * Returns the values of one family by the given labels. A key has the label values in the order of the labels,
     * separated by slashes. Omits zeros.
     */
    public Map<String, Long> by(String family, String... labels) {
        Map<String, Long> sums = new TreeMap<>();
        family(family).forEach((series, range) -> {
            String key = Arrays.stream(labels)
                    .map(label -> series.labels().getOrDefault(label, ""))
                    .collect(Collectors.joining("/"));
            sums.merge(key, (long) range.high(), Long::sum);
        });
        sums.values().removeIf(sum -> sum == 0);
        return sums;
    }

    /** Returns true if a later output has the same values for a family. */
    public boolean same(Shown later, String family) {
        return family(family).equals(later.family(family));
    }

    private Map<Series, Range> family(String name) {
        Map<Series, Range> found = new TreeMap<>();
        ranges.forEach((series, range) -> {
            if (series.family().equals(name)) {
                found.put(series, range);
            }
        });
        return found;
    }

    /** Returns all values. */
    public SortedMap<Series, Range> values() {
        return Collections.unmodifiableSortedMap(ranges);
    }
}
