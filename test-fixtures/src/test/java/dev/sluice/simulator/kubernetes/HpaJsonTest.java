package dev.sluice.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HpaJsonTest {

    /** The last two values are from the status of real HPAs. */
    @ParameterizedTest
    @CsvSource({"5000, 5, 1000", "2500, 3, 834", "4000, 5, 800", "3000, 0, -9223372036854775808"})
    void showsTheAverageAsTheRealStatusDoes(long metricMilli, int status, long shown) {
        assertThat(HpaJson.average(metricMilli, status)).isEqualTo(shown);
    }
}
