package dev.sluice.exporter.poll;

import dev.sluice.fixtures.SettableClock;
import java.time.Duration;
import java.time.Instant;

/** Time that the test advances. */
final class FakeTime {

    static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    /** The start value is near the maximum of a long, because {@link System#nanoTime()} can overflow at any time. */
    private static final long FIRST_NANO = Long.MAX_VALUE - 1_000_000_000;

    private final SettableClock clock = new SettableClock(START);
    private final SettableClock wall = new SettableClock(START);

    void pass(Duration time) {
        clock.pass(time);
        wall.pass(time);
    }

    /** Steps the wall clock. */
    void step(Duration time) {
        wall.pass(time);
    }

    Instant now() {
        return clock.instant();
    }

    Time time() {
        return new Time(
                clock,
                () -> FIRST_NANO + Duration.between(START, clock.instant()).toNanos(),
                wall);
    }
}
