package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.model.Buckets;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses one value for each histogram bucket. Each value is within its bucket, and all values add up to the known sum.
 * Therefore, averages and sums in CloudWatch are exact, and percentiles are as precise as the buckets.
 */
final class BucketValues {

    private BucketValues() {}

    /**
     * Returns one value per non-empty bucket.
     *
     * @param counts number of observations per bucket; the last bucket is the unbounded bucket
     * @param sum sum of the observations
     */
    static Datum.Several of(Buckets buckets, long[] counts, double sum) {
        int endless = counts.length - 1;
        double last = upper(buckets, endless - 1);
        double lowest = 0;
        double width = 0;
        for (int i = 0; i < endless; i++) {
            lowest += counts[i] * lower(buckets, i);
            width += counts[i] * (upper(buckets, i) - lower(buckets, i));
        }
        double toShare = sum - lowest - counts[endless] * last;
        // The unbounded bucket gets half of the remaining sum. The unbounded bucket also gets the part of the other
        // half that does not fit into the other buckets.
        double share = 0;
        if (width > 0) {
            share = within(counts[endless] > 0 ? Math.min(0.5, toShare / width / 2) : toShare / width);
        }
        List<Double> values = new ArrayList<>();
        List<Double> numbers = new ArrayList<>();
        for (int i = 0; i < endless; i++) {
            if (counts[i] > 0) {
                values.add(lower(buckets, i) + share * (upper(buckets, i) - lower(buckets, i)));
                numbers.add((double) counts[i]);
            }
        }
        if (counts[endless] > 0) {
            values.add(last + Math.max(0, toShare - share * width) / counts[endless]);
            numbers.add((double) counts[endless]);
        }
        return new Datum.Several(values, numbers);
    }

    private static double within(double share) {
        return Math.max(0, Math.min(1, share));
    }

    private static double lower(Buckets buckets, int index) {
        return index == 0 ? 0 : upper(buckets, index - 1);
    }

    private static double upper(Buckets buckets, int index) {
        return buckets.upperBounds().get(index);
    }
}
