package dev.sluice.exporter.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever is lost or late, two candidates never hold the Lease at the same time, and after the faults end, one holds
 * it.
 */
class ElectionPropertiesTest {

    /** The duration is barely longer than the deadline, which reveals a candidate that counts from the wrong time. */
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

    /** 60 s / 30 s tolerates clocks that run at 0.71 and at 1.4 times the real speed: a factor of 1.97. */
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
