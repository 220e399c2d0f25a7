package dev.sluice.exporter.derive.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ControllerStartTest {

    private static final Instant MORNING = Instant.parse("2026-11-20T09:09:48Z");

    private final ControllerStart start = new ControllerStart();

    private static OptionalLong at(String time) {
        return OptionalLong.of(Instant.parse(time).getEpochSecond());
    }

    @Test
    void isWhenSlurmctldBeganToCount() {
        assertThat(start.counting(at("2026-11-20T09:09:48Z"))).hasValue(MORNING);
    }

    @Test
    void isNotTakenFromTheNewBeginningAtMidnight() {
        start.counting(at("2026-11-20T09:09:48Z"));

        assertThat(start.counting(at("2026-11-21T00:00:12Z"))).hasValue(MORNING);
    }

    @Test
    void isUnknownWhereWeHaveSeenSlurmctldOnlySinceMidnight() {
        assertThat(start.counting(at("2026-11-21T00:00:12Z"))).isEmpty();
    }

    @Test
    void isWhatSlurmctldSaysWhereItSaysSo() {
        start.told(MORNING);

        assertThat(start.counting(at("2026-11-20T11:00:00Z"))).hasValue(MORNING);
    }
}
