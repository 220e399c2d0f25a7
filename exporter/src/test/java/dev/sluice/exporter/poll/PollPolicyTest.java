package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PollPolicyTest {

    private static final PollPolicy DEFAULTS = new PollPolicy(Duration.ofSeconds(15), 0.1, Optional.empty());

    @ParameterizedTest
    @CsvSource({"PT0.2S, PT15S", "PT1.5S, PT15S", "PT2S, PT20S", "PT36S, PT6M"})
    void leavesNineTenthsOfTheTimeToOthers(Duration took, Duration interval) {
        assertThat(DEFAULTS.intervalAfter(took)).isEqualTo(interval);
    }

    @Test
    void neverWaitsLongerThanADay() {
        PollPolicy tiny = new PollPolicy(Duration.ofSeconds(15), 1e-300, Optional.empty());

        assertThat(tiny.intervalAfter(Duration.ofSeconds(1))).isEqualTo(Duration.ofDays(1));
    }

    @ParameterizedTest
    @EnumSource(names = {"TIMEOUT", "UNDECODABLE", "UNREACHABLE"})
    void isAsGentleAfterAFailureThatLeftTheServerWorking(FailureKind kind) {
        assertThat(DEFAULTS.intervalAfter(Duration.ofSeconds(60), kind)).isEqualTo(Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @EnumSource(names = {"UNAUTHORIZED", "UNEXPECTED_STATUS"})
    void triesAgainAtTheNextIntervalAfterAFailureThatCostNothing(FailureKind kind) {
        assertThat(DEFAULTS.intervalAfter(Duration.ofSeconds(10), kind)).isEqualTo(Duration.ofSeconds(15));
    }

    @ParameterizedTest
    @EnumSource
    void triesAgainAtTheNextIntervalAfterAnyFailureOfACheapAnswer(FailureKind kind) {
        assertThat(DEFAULTS.forCheapAnswers().intervalAfter(Duration.ofSeconds(30), kind))
                .isEqualTo(Duration.ofSeconds(15));
    }

    @ParameterizedTest
    @CsvSource({"PT1S, PT90S", "PT15S, PT90S", "PT30S, PT90S", "PT31S, PT93S", "PT6M, PT18M"})
    void keepsDataForThreeIntervalsAndAtLeastNinetySeconds(Duration interval, Duration maxAge) {
        assertThat(DEFAULTS.maxAge(interval)).isEqualTo(maxAge);
    }

    @Test
    void keepsDataForAsLongAsConfigured() {
        PollPolicy configured = new PollPolicy(Duration.ofSeconds(15), 0.1, Optional.of(Duration.ofSeconds(20)));

        assertThat(configured.maxAge(Duration.ofHours(1))).isEqualTo(Duration.ofSeconds(20));
    }
}
