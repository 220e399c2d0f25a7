package dev.sluice.exporter.sink.cloudwatch.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.exporter.model.Buckets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BucketValuesTest {

    private static final Buckets BUCKETS = new Buckets(List.of(10.0, 100.0, 1_000.0));

    @Test
    void keepsTheSumAndStaysInTheBuckets() {
        Random random = new Random(5);
        for (int round = 0; round < 1_000; round++) {
            long[] counts = new long[4];
            double sum = 0;
            int observations = 1 + random.nextInt(30);
            for (int i = 0; i < observations; i++) {
                double value = Math.pow(10, random.nextDouble() * 4);
                counts[value <= 10 ? 0 : value <= 100 ? 1 : value <= 1_000 ? 2 : 3]++;
                sum += value;
            }

            Datum.Several several = BucketValues.of(BUCKETS, counts, sum);

            double told = 0;
            long[] where = new long[4];
            for (int i = 0; i < several.values().size(); i++) {
                double value = several.values().get(i);
                told += value * several.counts().get(i);
                where[value <= 10 ? 0 : value <= 100 ? 1 : value <= 1_000 ? 2 : 3] +=
                        several.counts().get(i).longValue();
            }
            assertThat(told).isCloseTo(sum, within(1e-6 * sum));
            assertThat(where).containsExactly(counts);
            assertThat(several.values()).doesNotHaveDuplicates();
        }
    }

    @Test
    void leavesOutEmptyBuckets() {
        assertThat(BucketValues.of(BUCKETS, new long[] {0, 2, 0, 0}, 60).values())
                .containsExactly(30.0);
        assertThat(BucketValues.of(BUCKETS, new long[] {0, 0, 0, 3}, 9_000).values())
                .containsExactly(3_000.0);
    }
}
