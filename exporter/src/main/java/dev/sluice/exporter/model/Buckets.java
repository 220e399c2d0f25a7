package dev.sluice.exporter.model;

import java.util.Arrays;
import java.util.List;

/**
 * The buckets of a histogram of durations.
 *
 * @param upperBounds upper bounds in seconds, ascending; the last bucket has no upper bound
 */
public record Buckets(List<Double> upperBounds) {

    /** Buckets from seconds to days, for the wait times and run times of jobs. */
    public static final Buckets JOB_SECONDS = seconds(
            1, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 172_800, 345_600,
            604_800);

    /** Buckets from seconds to an hour, for the time that a node needs to start. */
    public static final Buckets START_SECONDS =
            seconds(5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1_800, 3_600);

    public Buckets {
        upperBounds = List.copyOf(upperBounds);
    }

    private static Buckets seconds(int... bounds) {
        return new Buckets(Arrays.stream(bounds).asDoubleStream().boxed().toList());
    }

    /** Returns the number of buckets, including the bucket without an upper bound. */
    public int size() {
        return upperBounds.size() + 1;
    }

    int indexOf(double value) {
        int index = 0;
        while (index < upperBounds.size() && value > upperBounds.get(index)) {
            index++;
        }
        return index;
    }
}
