package dev.sluice.exporter.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The expected indices are calculated by hand with the formula of the specification: the index of a value v is the
 * smallest i for which 2^(i/8) is at least v.
 */
class NativeBucketsTest {

    private static final Buckets ANY = new Buckets(List.of(1.0));

    private static NativeBuckets of(double... values) {
        Histogram histogram = Histogram.empty(ANY);
        for (double value : values) {
            histogram = histogram.plus(value);
        }
        return histogram.nativeBuckets();
    }

    /** log2(60) = 5.907, times 8 is 47.26; log2(3600) = 11.814, times 8 is 94.51; log2(604800) = 19.206 and 153.65. */
    @ParameterizedTest
    @CsvSource({
        "1, 0",
        "1.0000000000000002, 1",
        "2, 8",
        "2.0000000000000004, 9",
        "1.9999999999999998, 8",
        "0.5, -8",
        "0.75, -3",
        "3, 13",
        "60, 48",
        "3600, 95",
        "604800, 154",
        "1048576, 160"
    })
    void countsAValueInTheRangeThatEndsAtItOrAbove(double value, int index) {
        NativeBuckets buckets = of(value);

        assertThat(buckets.schema()).isEqualTo(3);
        assertThat(buckets.first()).isEqualTo(index);
        assertThat(buckets.size()).isEqualTo(1);
        assertThat(buckets.count(0)).isEqualTo(1);
        assertThat(buckets.zeros()).isZero();
    }

    @Test
    void countsWhatIsAsGoodAsZeroApart() {
        NativeBuckets buckets = of(0, 0, 0x1p-128, 0x1.0000000000001p-128);

        assertThat(buckets.zeros()).isEqualTo(3);
        assertThat(buckets.zeroThreshold()).isEqualTo(0x1p-128);
        assertThat(buckets.size()).isEqualTo(1);
        assertThat(buckets.first()).isEqualTo(-128 * 8 + 1);
    }

    @Test
    void keepsTheRangesBetweenTheLowestAndTheHighest() {
        NativeBuckets buckets = of(4, 2, 2, 1);

        assertThat(buckets.first()).isZero();
        assertThat(buckets.size()).isEqualTo(17);
        assertThat(buckets.count(0)).isEqualTo(1);
        assertThat(buckets.count(8)).isEqualTo(2);
        assertThat(buckets.count(16)).isEqualTo(1);
        assertThat(buckets.count(1)).isZero();
    }

    /**
     * In schema 3, 1 to 2^(160/8) would need 161 ranges, which is above the maximum. In schema 2, 2^(160/8) is in range
     * 80, and 3 s (range 13 in schema 3) is in range 7.
     */
    @Test
    void makesEachTwoRangesOneWhenThereAreTooMany() {
        assertThat(of(1, 3, 604_800).schema()).isEqualTo(3);

        NativeBuckets buckets = of(1, 3, 604_800, 1_048_576);

        assertThat(buckets.schema()).isEqualTo(2);
        assertThat(buckets.first()).isZero();
        assertThat(buckets.size()).isEqualTo(81);
        assertThat(buckets.count(0)).isEqualTo(1);
        assertThat(buckets.count(7)).isEqualTo(1);
        assertThat(buckets.count(77)).isEqualTo(1);
        assertThat(buckets.count(80)).isEqualTo(1);
    }

    @Test
    void holdsWhateverANumberCanBe() {
        NativeBuckets buckets = of(Double.MAX_VALUE, 1e-38, 1, 0);

        assertThat(buckets.size()).isLessThanOrEqualTo(160);
        assertThat(buckets.schema()).isBetween(-4, 3);
        assertThat(buckets.zeros()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void loseNoValueAndKeepEachWithinItsBounds(long seed) {
        Random random = new Random(seed);
        double[] values =
                random.doubles(500, -8, 24).map(log -> Math.pow(2, log)).toArray();

        NativeBuckets buckets = of(values);

        for (int offset = 0; offset < buckets.size(); offset++) {
            double base = Math.pow(2, Math.pow(2, -buckets.schema()));
            double above = Math.pow(base, buckets.first() + offset - 1.0);
            double upTo = Math.pow(base, buckets.first() + (double) offset);
            long expected = 0;
            for (double value : values) {
                expected += value > above && value <= upTo ? 1 : 0;
            }
            assertThat(buckets.count(offset)).as("from %s to %s", above, upTo).isEqualTo(expected);
        }
        assertThat(buckets.size()).isLessThanOrEqualTo(160);
    }

    @Test
    void orderOfValuesDoesNotMatter() {
        assertThat(of(1, 1_048_576, 3, 0)).isEqualTo(of(0, 3, 1_048_576, 1)).isNotEqualTo(of(3, 1_048_576, 1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesWhatIsNoDuration(double value) {
        assertThatThrownBy(() -> of(value)).isInstanceOf(IllegalArgumentException.class);
    }
}
