package dev.sluice.exporter.model;

import java.util.Arrays;

/**
 * How often values fell into ranges that grow by a constant factor, as in Prometheus' native histograms: range i ends at
 * 2^(i / 2^schema), and begins behind the end of the one before. Only the ranges between the lowest and the highest that
 * were hit are kept, and where those become too many, each two are made one. Immutable.
 */
public final class NativeBuckets {

    /** At first each range ends 9 % above its beginning. */
    private static final int FIRST_SCHEMA = 3;

    /** From a second to 12 days at the first schema; anything that a number can be at the coarsest. */
    private static final int MAX_BUCKETS = 160;

    /** Where the ranges begin, as in the clients of Prometheus. What is no larger counts as zero. */
    private static final double ZERO_THRESHOLD = 0x1p-128;

    private static final NativeBuckets EMPTY = new NativeBuckets(FIRST_SCHEMA, 0, 0, new long[0]);

    /** Where ranges end within a power of two, at the first schema. */
    private static final double[] STEPS = steps();

    private final int schema;
    private final long zeros;
    private final int first;
    private final long[] counts;

    private NativeBuckets(int schema, long zeros, int first, long[] counts) {
        this.schema = schema;
        this.zeros = zeros;
        this.first = first;
        this.counts = counts;
    }

    private static double[] steps() {
        double[] steps = new double[1 << FIRST_SCHEMA];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = Math.pow(2, (double) i / steps.length);
        }
        return steps;
    }

    static NativeBuckets empty() {
        return EMPTY;
    }

    /** These and one more value, which is neither negative nor infinite. */
    NativeBuckets plus(double value) {
        if (value <= ZERO_THRESHOLD) {
            return new NativeBuckets(schema, zeros + 1, first, counts);
        }
        int index = coarser(indexOf(value), FIRST_SCHEMA - schema);
        int low = counts.length == 0 ? index : Math.min(index, first);
        int high = counts.length == 0 ? index : Math.max(index, first + counts.length - 1);
        if (high - low >= MAX_BUCKETS) {
            return halved().plus(value);
        }
        long[] more = new long[high - low + 1];
        System.arraycopy(counts, 0, more, counts.length == 0 ? 0 : first - low, counts.length);
        more[index - low]++;
        return new NativeBuckets(schema, zeros, low, more);
    }

    private NativeBuckets halved() {
        int low = coarser(first, 1);
        int high = coarser(first + counts.length - 1, 1);
        long[] fewer = new long[high - low + 1];
        for (int i = 0; i < counts.length; i++) {
            fewer[coarser(first + i, 1) - low] += counts[i];
        }
        return new NativeBuckets(schema - 1, zeros, low, fewer);
    }

    /** The range at the first schema. */
    private static int indexOf(double value) {
        int exponent = Math.getExponent(value);
        double step = Math.scalb(value, -exponent);
        int index = 0;
        while (index < STEPS.length && step > STEPS[index]) {
            index++;
        }
        return (exponent << FIRST_SCHEMA) + index;
    }

    /** The range that holds the given one after each two have been made one so many times. */
    private static int coarser(int index, int times) {
        return Math.floorDiv(index + (1 << times) - 1, 1 << times);
    }

    /** How fine the ranges are: 2^schema of them for each doubling. */
    public int schema() {
        return schema;
    }

    /** The largest value that counts as zero. */
    public double zeroThreshold() {
        return ZERO_THRESHOLD;
    }

    /** How many values counted as zero. */
    public long zeros() {
        return zeros;
    }

    /** The index of the lowest range that was hit; of no meaning where none was. */
    public int first() {
        return first;
    }

    /** How many ranges there are from the lowest to the highest that was hit; those between may be empty. */
    public int size() {
        return counts.length;
    }

    /**
     * How many values fell into a range.
     *
     * @param offset of the range from the {@linkplain #first first}
     */
    public long count(int offset) {
        return counts[offset];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NativeBuckets that
                && schema == that.schema
                && zeros == that.zeros
                && (counts.length == 0 || first == that.first)
                && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return zeros + " zeros and, from range " + first + " of schema " + schema + " on, " + Arrays.toString(counts);
    }
}
