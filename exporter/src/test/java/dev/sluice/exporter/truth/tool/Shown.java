package dev.sluice.exporter.truth.tool;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What Slurm's tools show, as the series that an exporter should serve of it. */
public final class Shown {

    private final SortedMap<Series, Range> values = new TreeMap<>();

    /** Notes a number that a tool prints, zero too. */
    public void exactly(double value, String family, String... labels) {
        values.put(Series.of(family, labels), Range.exactly(value));
    }

    /** Notes a number that lies between two. */
    public void between(double low, double high, String family, String... labels) {
        values.put(Series.of(family, labels), new Range(low, high));
    }

    /** Counts something in; nothing that is counted leaves no trace. */
    public void add(double amount, String family, String... labels) {
        if (amount != 0) {
            values.merge(Series.of(family, labels), Range.exactly(amount), (sum, one) -> sum.plus(one.low()));
        }
    }

    /** Notes a number unless a larger one stands there. */
    void largest(double low, double high, String family, String... labels) {
        values.merge(
                Series.of(family, labels),
                new Range(low, high),
                (first, second) -> first.low() >= second.low() ? first : second);
    }

    public Optional<Range> of(Series series) {
        return Optional.ofNullable(values.get(series));
    }

    /** The values of one family by some of its labels, in that order, separated by slashes; 0 is left out. */
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

    /** Whether a later look shows the same of a family. */
    public boolean same(Shown later, String family) {
        return family(family).equals(later.family(family));
    }

    private Map<Series, Range> family(String name) {
        Map<Series, Range> found = new TreeMap<>();
        values.forEach((series, range) -> {
            if (series.family().equals(name)) {
                found.put(series, range);
            }
        });
        return found;
    }

    /** Everything. */
    public SortedMap<Series, Range> values() {
        return Collections.unmodifiableSortedMap(values);
    }
}
