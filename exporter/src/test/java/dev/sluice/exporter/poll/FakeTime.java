package dev.sluice.exporter.poll;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** Time that the test advances. */
final class FakeTime {

    static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    /** The start value is near the maximum of a long, because {@link System#nanoTime()} can overflow at any time. */
    private static final long FIRST_NANO = Long.MAX_VALUE - 1_000_000_000;

    private final AtomicLong passed = new AtomicLong();

    void pass(Duration time) {
        passed.addAndGet(time.toNanos());
    }

    Instant now() {
        return START.plusNanos(passed.get());
    }

    Time time() {
        return new Time(new FakeClock(this), () -> FIRST_NANO + passed.get());
    }

    private static final class FakeClock extends Clock {

        private final FakeTime time;

        FakeClock(FakeTime time) {
            this.time = time;
        }

        @Override
        public Instant instant() {
            return time.now();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
