package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TimeTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final SettableClock wall = new SettableClock(NOON);
    private final AtomicLong nanos = new AtomicLong();
    private final Time time = Time.of(wall, nanos::get);

    private void pass(Duration duration) {
        wall.pass(duration);
        nanos.addAndGet(duration.toNanos());
    }

    @Test
    void steadyClockIgnoresStepsOfTheWallClockAndJitterIsNoStep() {
        wall.pass(Duration.ofMillis(900));
        assertThat(time.stepped()).isZero();
        wall.pass(Duration.ofMillis(-900));
        pass(Duration.ofSeconds(10));
        wall.pass(Duration.ofHours(-1));
        pass(Duration.ofSeconds(5));

        assertThat(time.clock().instant()).isEqualTo(NOON.plusSeconds(15));
        assertThat(time.stepped()).isEqualTo(Duration.ofHours(-1));

        wall.pass(Duration.ofHours(2));

        assertThat(time.clock().instant()).isEqualTo(NOON.plusSeconds(15));
        assertThat(time.stepped()).isEqualTo(Duration.ofHours(1));
    }
}
