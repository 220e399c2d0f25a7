package dev.sluice.exporter.model;

import java.util.Arrays;

/** How often values fell into each range, and their sum. Kept in given ranges and in native ones. Immutable. */
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

    /** A histogram of nothing yet. */
    public static Histogram empty(Buckets buckets) {
        return new Histogram(buckets, new long[buckets.size()], NativeBuckets.empty(), 0);
    }

    /** This histogram and one more value, which must not be negative. */
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

    /** The same values in ranges that need no choice beforehand. */
    public NativeBuckets nativeBuckets() {
        return nativeBuckets;
    }

    /**
     * How many values were no larger than a bound.
     *
     * @param index of the bound; one behind the last bound asks for all values
     */
    public long cumulative(int index) {
        long total = 0;
        for (int i = 0; i <= index; i++) {
            total += counts[i];
        }
        return total;
    }

    /** How many values there were. */
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

    @Override
    public String toString() {
        return count() + " values, in all " + sum;
    }
}
