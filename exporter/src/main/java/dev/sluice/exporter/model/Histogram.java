package dev.sluice.exporter.model;

import java.util.Arrays;

/** A histogram with explicit and native buckets. Immutable. */
public final class Histogram {

    private final Buckets buckets;
    private final long[] counts;
    private final NativeBuckets nativeBuckets;
    private final double sum;

    private Histogram(Buckets buckets, long[] counts, NativeBuckets nativeBuckets, double sum) {
        this.buckets = buckets;
        this.counts = counts;
        this.nativeBuckets = nativeBuckets;
        this.sum = sum;
    }

    public static Histogram empty(Buckets buckets) {
        return new Histogram(buckets, new long[buckets.size()], NativeBuckets.empty(), 0);
    }

    /** Returns this histogram with one more value, which must not be negative. */
    public Histogram plus(double value) {
        if (!(value >= 0 && value <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("not a duration: " + value);
        }
        long[] more = counts.clone();
        more[buckets.indexOf(value)]++;
        return new Histogram(buckets, more, nativeBuckets.plus(value), sum + value);
    }

    public Buckets buckets() {
        return buckets;
    }

    /** Returns the values of this histogram in native buckets. */
    public NativeBuckets nativeBuckets() {
        return nativeBuckets;
    }

    /**
     * Returns the number of values up to an upper bound.
     *
     * @param index index of the upper bound; the index after the last upper bound counts all values
     */
    public long cumulative(int index) {
        long total = 0;
        for (int i = 0; i <= index; i++) {
            total += counts[i];
        }
        return total;
    }

    /** Returns the number of values in each bucket; the last bucket has no upper bound. */
    public long[] counts() {
        return counts.clone();
    }

    /** Returns the number of values. */
    public long count() {
        return cumulative(counts.length - 1);
    }

    public double sum() {
        return sum;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Histogram that
                && buckets.equals(that.buckets)
                && Arrays.equals(counts, that.counts)
                && nativeBuckets.equals(that.nativeBuckets)
                && Double.compare(sum, that.sum) == 0;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }
}
