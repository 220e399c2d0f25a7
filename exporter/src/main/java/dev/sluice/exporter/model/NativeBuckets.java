package dev.sluice.exporter.model;

import java.util.Arrays;

/**
 * The buckets of a Prometheus native histogram: bucket i ends at 2^(i / 2^schema) and begins after the end of the
 * previous bucket. Keeps only the buckets from the lowest to the highest bucket with a value. If these buckets are too
 * many, merges adjacent pairs. Immutable.
 */
public final class NativeBuckets {

    /** At first, each bucket ends 9 % above its start. */
    private static final int FIRST_SCHEMA = 3;

    /**
     * Maximum number of buckets. This number covers 1 s to 12 days at the first schema, and every number at the
     * coarsest schema.
     */
    private static final int MAX_BUCKETS = 160;

    /** Values up to this threshold count as zero, as in the Prometheus clients. */
    private static final double ZERO_THRESHOLD = 0x1p-128;

    private static final NativeBuckets EMPTY = new NativeBuckets(FIRST_SCHEMA, 0, 0, new long[0]);

    /** The upper bounds within a power of two, at the first schema. */
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

    /** Returns these buckets with one more value, which is neither negative nor infinite. */
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

    /** Returns the index of the bucket at the first schema. */
    private static int indexOf(double value) {
        int exponent = Math.getExponent(value);
        double step = Math.scalb(value, -exponent);
        int index = 0;
        while (index < STEPS.length && step > STEPS[index]) {
            index++;
        }
        return (exponent << FIRST_SCHEMA) + index;
    }

    /** Returns the index of the bucket after merging pairs the given number of times. */
    private static int coarser(int index, int times) {
        return Math.floorDiv(index + (1 << times) - 1, 1 << times);
    }

    /** Returns the resolution: 2^schema buckets per power of two. */
    public int schema() {
        return schema;
    }

    /** Returns the largest value that counts as zero. */
    public double zeroThreshold() {
        return ZERO_THRESHOLD;
    }

    /** Returns the number of values that count as zero. */
    public long zeros() {
        return zeros;
    }

    /** Returns the index of the lowest bucket with a value; meaningless without values. */
    public int first() {
        return first;
    }

    /** Returns the number of buckets from the lowest to the highest bucket with a value, including empty buckets. */
    public int size() {
        return counts.length;
    }

    /**
     * Returns the number of values in a bucket.
     *
     * @param offset offset of the bucket from the {@linkplain #first first}
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
}
