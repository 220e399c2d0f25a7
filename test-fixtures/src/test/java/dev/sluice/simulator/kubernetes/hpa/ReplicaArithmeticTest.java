package dev.sluice.simulator.kubernetes.hpa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.simulator.kubernetes.hpa.ReplicaArithmetic.Tolerance;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaArithmeticTest {
    private static final OptionalInt FAILED = OptionalInt.empty();

    @ParameterizedTest(name = "status {0}, metric {1}, tolerance {2} up and {3} down: {4}")
    @CsvSource({
        // Inside of the band of 10 % nothing happens.
        "20, 18, 0.1, 0.1, 20",
        "20, 17, 0.1, 0.1, 17",
        "10, 11, 0.1, 0.1, 10",
        "9, 10, 0.1, 0.1, 10",
        "100, 108, 0.1, 0.1, 100",
        "100, 111, 0.1, 0.1, 111",
        // Without tolerance the gang of eight gets its nodes.
        "100, 108, 0, 0.1, 108",
        "10, 11, 0, 0, 11",
        "20, 18, 0, 0, 18",
        // Each direction has its own.
        "10, 11, 0.1, 0, 10",
        "10, 9, 0.1, 0, 9",
        "10, 9, 0, 0.1, 10",
        // The bounce: within the band the answer is the status, which may be above the spec.
        "11, 11, 0.1, 0.1, 11",
        "11, 10, 0.1, 0.1, 11",
        "11, 9, 0.1, 0.1, 9",
        "10, 9, 0, 0, 9",
        // At zero there is no ratio.
        "0, 5, 0.1, 0.1, 5",
        "0, 0, 0.1, 0.1, 0",
        "4, 0, 0.1, 0.1, 0"
    })
    void averageValue(int status, long metric, double up, double down, int replicas) {
        assertThat(ReplicaArithmetic.averageValue(1000 * metric, 1000, status, new Tolerance(up, down)))
                .isEqualTo(replicas);
    }

    @ParameterizedTest
    @CsvSource({"2500, 1000, 1, 3", "5000, 2000, 1, 3", "3500, 1000, 2, 4", "1, 1000, 3, 1"})
    void roundsUp(long metricMilli, long targetMilli, int status, int replicas) {
        assertThat(ReplicaArithmetic.averageValue(metricMilli, targetMilli, status, Tolerance.DEFAULT))
                .isEqualTo(replicas);
    }

    @Test
    void takesANegativeSumForAnOverflowAndStopsAtTheLargestInt() {
        assertThat(ReplicaArithmetic.averageValue(-1, 1000, 3, Tolerance.DEFAULT))
                .isEqualTo(2_147_483_647);
        assertThat(ReplicaArithmetic.averageValue(Long.MAX_VALUE, 1, 3, Tolerance.DEFAULT))
                .isEqualTo(2_147_483_647);
    }

    /** The trigger of the operator's documentation: type Value, threshold 5. */
    @ParameterizedTest(name = "{1} ready, {2} pending: {3}")
    @CsvSource({"4, 4, 3, 3", "8, 8, 33, 53", "10, 10, 0, 0", "10, 10, 5, 10", "0, 0, 12, 3", "6, 4, 10, 8"})
    void value(int spec, int ready, long pending, int replicas) {
        assertThat(ReplicaArithmetic.value(1000 * pending, 5000, spec, ready, Tolerance.DEFAULT))
                .isEqualTo(replicas);
    }

    /** The last two were read in the status of real HPAs. */
    @ParameterizedTest
    @CsvSource({"5000, 5, 1000", "2500, 3, 834", "4000, 5, 800", "3000, 0, -9223372036854775808"})
    void showsTheAverageAsTheRealStatusDoes(long metricMilli, int status, long shown) {
        assertThat(ReplicaArithmetic.shownAverage(metricMilli, status)).isEqualTo(shown);
    }

    @Test
    void ofSeveralMetricsTheLargestWinsAndAFailingOneForbidsGoingDown() {
        assertThat(ReplicaArithmetic.largest(List.of(OptionalInt.of(3), OptionalInt.of(7)), 5))
                .hasValue(7);
        assertThat(ReplicaArithmetic.largest(List.of(OptionalInt.of(3), OptionalInt.of(4)), 5))
                .hasValue(4);
        assertThat(ReplicaArithmetic.largest(List.of(FAILED, OptionalInt.of(7)), 5))
                .hasValue(7);
        assertThat(ReplicaArithmetic.largest(List.of(FAILED, OptionalInt.of(4)), 5))
                .isEmpty();
        assertThat(ReplicaArithmetic.largest(List.of(FAILED, FAILED), 5)).isEmpty();
    }
}
