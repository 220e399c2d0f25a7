package dev.sluice.exporter.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A histogram with explicit and native buckets.
 *
 * @param counts number of values in each bucket; the last bucket has no upper bound
 * @param nativeBuckets the same values in native buckets
 */
public record Histogram(Buckets buckets, List<Long> counts, NativeBuckets nativeBuckets, double sum) {

    public Histogram {
        counts = List.copyOf(counts);
    }

    public static Histogram empty(Buckets buckets) {
        return new Histogram(buckets, Collections.nCopies(buckets.size(), 0L), NativeBuckets.EMPTY, 0);
    }

    /** Returns this histogram with one more value, which must not be negative. */
    public Histogram plus(double value) {
        if (!(value >= 0 && value <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("not a duration: " + value);
        }
        List<Long> more = new ArrayList<>(counts);
        int index = buckets.indexOf(value);
        more.set(index, Amounts.sum(more.get(index), 1));
        return new Histogram(buckets, more, nativeBuckets.plus(value), sum + value);
    }

    /**
     * Returns the number of values up to an upper bound.
     *
     * @param index index of the upper bound; the index after the last upper bound counts all values
     */
    public long cumulative(int index) {
        return counts.subList(0, index + 1).stream().reduce(0L, Amounts::sum);
    }

    /** Returns the number of values. */
    public long count() {
        return cumulative(counts.size() - 1);
    }
}
