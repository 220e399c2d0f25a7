package dev.sluice.exporter.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A histogram with explicit and native buckets.
 *
 * @param upperBounds upper bounds of the buckets in seconds, ascending; the last bucket has no upper bound
 * @param counts number of values in each bucket
 * @param nativeBuckets the same values in native buckets
 */
public record Histogram(List<Double> upperBounds, List<Long> counts, NativeBuckets nativeBuckets, double sum) {

    /** Upper bounds from seconds to days, for the wait times and run times of jobs. */
    public static final List<Double> JOB_SECONDS = seconds(
            1, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 172_800, 345_600,
            604_800);

    /** Upper bounds from seconds to an hour, for the time that a node needs to start. */
    public static final List<Double> START_SECONDS =
            seconds(5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1_800, 3_600);

    public Histogram {
        upperBounds = List.copyOf(upperBounds);
        counts = List.copyOf(counts);
    }

    private static List<Double> seconds(int... bounds) {
        // Each histogram would copy another kind of list.
        return List.copyOf(Arrays.stream(bounds).asDoubleStream().boxed().toList());
    }

    public static Histogram empty(List<Double> upperBounds) {
        return new Histogram(upperBounds, Collections.nCopies(upperBounds.size() + 1, 0L), NativeBuckets.EMPTY, 0);
    }

    /** Returns this histogram with one more value, which must not be negative. */
    public Histogram plus(double value) {
        if (!(value >= 0 && value <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("not a duration: " + value);
        }
        List<Long> more = new ArrayList<>(counts);
        int index = (int) upperBounds.stream().takeWhile(bound -> bound < value).count();
        more.set(index, Amounts.sum(more.get(index), 1));
        return new Histogram(upperBounds, more, nativeBuckets.plus(value), sum + value);
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
