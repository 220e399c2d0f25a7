package dev.sluice.exporter.model;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The buckets of a Prometheus native histogram of schema {@link #SCHEMA}. Bucket i ends at 2^(i/8), and begins after
 * the end of the previous bucket. The durations of jobs and nodes need fewer than 250 buckets.
 *
 * @param zeros number of values up to {@link #ZERO_THRESHOLD}
 * @param counts number of values by bucket, without empty buckets
 */
public record NativeBuckets(long zeros, SortedMap<Integer, Long> counts) {

    /** Each bucket ends 9 % above its start. */
    public static final int SCHEMA = 3;

    /** Values up to this threshold count as zero, as in the Prometheus clients. */
    public static final double ZERO_THRESHOLD = 0x1p-128;

    static final NativeBuckets EMPTY = new NativeBuckets(0, Collections.emptySortedMap());

    public NativeBuckets {
        counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
    }

    /** Returns these buckets with one more value, which is neither negative nor infinite. */
    NativeBuckets plus(double value) {
        if (value <= ZERO_THRESHOLD) {
            return new NativeBuckets(Amounts.sum(zeros, 1), counts);
        }
        SortedMap<Integer, Long> more = new TreeMap<>(counts);
        more.merge(indexOf(value), 1L, Amounts::sum);
        return new NativeBuckets(zeros, more);
    }

    /** A logarithm alone would put some values into the bucket beside their own. */
    private static int indexOf(double value) {
        int exponent = Math.getExponent(value);
        double mantissa = Math.scalb(value, -exponent);
        int step = 0;
        while (mantissa > Math.pow(2, step / 8.0)) {
            step++;
        }
        return (exponent << SCHEMA) + step;
    }
}
