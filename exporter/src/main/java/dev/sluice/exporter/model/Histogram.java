package dev.sluice.exporter.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

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

    /**
     * The buckets of a Prometheus native histogram of schema {@link #SCHEMA}. Bucket i ends at 2^(i/8), and begins
     * after the end of the previous bucket. The durations of jobs and nodes need fewer than 250 buckets.
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
}
