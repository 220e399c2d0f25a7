package dev.sluice.exporter.config.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.config.schema.TextType.BadValue;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTypeTest {

    @ParameterizedTest
    @CsvSource({
        "15s, PT15S, 15s",
        "500ms, PT0.5S, 500ms",
        "2m, PT2M, 2m",
        "1h30m, PT1H30M, 1h30m",
        "1h2m3s4ms, PT1H2M3.004S, 1h2m3s4ms",
        "90s, PT1M30S, 1m30s",
        "1500ms, PT1.5S, 1s500ms",
        "007s, PT7S, 7s",
        "0m, PT0S, 0s",
        "999999999h, PT999999999H, 999999999h"
    })
    void readsAndWrites(String text, Duration duration, String written) throws BadValue {
        assertThat(DurationType.parse(text)).isEqualTo(duration);
        assertThat(DurationType.shortest(duration)).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "s",
                "1 s",
                "1.5s",
                "-1s",
                "1S",
                "1m1h",
                "1s1s",
                "1d",
                "1sec",
                "9999999999s",
                "PT1S",
                "１s",
                "1s "
            })
    void refusesWhatHasAnotherShape(String text) {
        assertThatThrownBy(() -> DurationType.parse(text))
                .isInstanceOf(BadValue.class)
                .hasMessage("expected a duration such as 500ms, 15s, 2m or 1h30m, got \"" + text + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"15", "0", "1.5", "-3", "1_000"})
    void asksForTheUnitOfABareNumber(String text) {
        assertThatThrownBy(() -> DurationType.parse(text))
                .isInstanceOf(BadValue.class)
                .hasMessageStartingWith("a duration needs a unit (ms, s, m or h)");
    }
}
