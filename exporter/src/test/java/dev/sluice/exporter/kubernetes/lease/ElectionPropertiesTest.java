package dev.sluice.exporter.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests candidates while messages are lost or late. Two candidates must never hold the Lease at the same time. After
 * the end of the faults, one candidate must hold the Lease.
 */
class ElectionPropertiesTest {

    /**
     * The duration of the Lease is only slightly longer than the deadline. A candidate that counts from the wrong time
     * therefore fails the test.
     */
    private static final LeaseTerms TIGHT = new LeaseTerms(
            Duration.ofSeconds(11), Duration.ofMillis(10_999), Duration.ofSeconds(4), Duration.ofSeconds(2));

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 100);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void neverTwoHoldersWhereClocksDifferInWhatTheyShow(long seed) {
        var candidates = new SimulatedCandidates(seed, TIGHT, 0);
        Set<Integer> holders = new TreeSet<>();

        candidates.run(Duration.ofHours(2), now -> {
            assertThat(now).hasSizeLessThanOrEqualTo(1);
            holders.addAll(now);
        });

        assertThat(holders).as("takeovers").hasSizeGreaterThan(1);
    }

    /**
     * With 60 s and 30 s, the clocks of two candidates can run at 0.71 times and 1.4 times the real speed. The factor
     * between the clocks is 1.97.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    void neverTwoHoldersWhereClocksRunAtDifferentPaces(long seed) {
        var candidates = new SimulatedCandidates(seed, LeaseTerms.PUBLISHER, 0.4);

        candidates.run(Duration.ofMinutes(60), now -> assertThat(now).hasSizeLessThanOrEqualTo(1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void oneHoldsWithinTwoMinutesOfQuiet(long seed) {
        var candidates = new SimulatedCandidates(seed, LeaseTerms.PUBLISHER, 0.1);
        candidates.run(Duration.ofMinutes(10), now -> {});

        candidates.calm();
        candidates.run(Duration.ofMinutes(2), now -> {});

        candidates.run(Duration.ofMinutes(10), now -> assertThat(now).hasSize(1));
    }
}
