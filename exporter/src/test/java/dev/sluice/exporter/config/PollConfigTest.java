package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PollConfigTest {

    @ParameterizedTest
    @CsvSource({"PT15S, PT90S", "PT30S, PT90S", "PT30.001S, PT90.003S", "PT1H, PT3H"})
    void maxAgeIsTheLongerOfNinetySecondsAndThreeIntervals(Duration interval, Duration maxAge) {
        assertThat(PollConfig.DEFAULTS.maxAge(interval)).isEqualTo(maxAge);
    }

    @Test
    void configuredMaxAgeHoldsWhateverTheInterval() {
        PollConfig poll = new PollConfig(
                Duration.ofSeconds(15),
                0.1,
                Optional.of(Duration.ofSeconds(20)),
                Duration.ofSeconds(30),
                Duration.ofSeconds(180));

        assertThat(poll.maxAge(Duration.ofHours(1))).isEqualTo(Duration.ofSeconds(20));
    }
}
