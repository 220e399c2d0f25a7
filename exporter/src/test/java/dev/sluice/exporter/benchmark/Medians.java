package dev.sluice.exporter.benchmark;

import java.util.Collection;
import java.util.List;

/** The middle of several measurements, and where the slowest of them begin. */
final class Medians {

    private Medians() {}

    static double median(Collection<Double> values) {
        return quantile(values, 0.5);
    }

    /** The smallest value that is no less than that share of all values. */
    static double quantile(Collection<Double> values, double share) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1L, (long) (sorted.size() * share)));
    }
}
