package dev.sluice.exporter.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.model.Histogram.NativeBuckets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The expected indices are calculated by hand with the formula of the specification: the index of a value v is the
 * smallest i for which 2^(i/8) is at least v.
 */
class NativeBucketsTest {

    private static NativeBuckets of(double... values) {
        Histogram histogram = Histogram.empty(List.of(1.0));
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
        "1048576, 160",
        "1.7976931348623157E308, 8192"
    })
    void countsAValueInTheBucketThatEndsAtItOrAbove(double value, int index) {
        assertThat(of(value)).isEqualTo(new NativeBuckets(0, new TreeMap<>(Map.of(index, 1L))));
    }

    @Test
    void countsWhatIsAsGoodAsZeroApart() {
        NativeBuckets buckets = of(0, 0, 0x1p-128, 0x1.0000000000001p-128);

        assertThat(buckets.zeros()).isEqualTo(3);
        assertThat(buckets.counts()).isEqualTo(Map.of(-128 * 8 + 1, 1L));
    }

    @Test
    void keepsNoEmptyBuckets() {
        assertThat(of(4, 2, 2, 1).counts()).isEqualTo(Map.of(0, 1L, 8, 2L, 16, 1L));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesWhatIsNoDuration(double value) {
        assertThatThrownBy(() -> of(value)).isInstanceOf(IllegalArgumentException.class);
    }
}
