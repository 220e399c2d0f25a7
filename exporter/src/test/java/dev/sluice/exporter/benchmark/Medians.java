package dev.sluice.exporter.benchmark;

import java.util.Collection;
import java.util.List;

/** Medians and quantiles of measurements. */
final class Medians {

    private Medians() {}

    static double median(Collection<Double> values) {
        return quantile(values, 0.5);
    }

    /** Returns the smallest value that is greater than or equal to the given share of all values. */
    static double quantile(Collection<Double> values, double share) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1L, (long) (sorted.size() * share)));
    }
}
