package dev.sluice.adapter.demand;

import dev.sluice.fixtures.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Time that a test advances. The test can set the clock without nanoTime. */
public final class MovableTime extends SettableClock {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L);

    public MovableTime(Instant now) {
        super(now);
    }

    /** The time starts shortly before an overflow of nanoTime; such an overflow is allowed. */
    public LongSupplier nanoTime() {
        return nanos::get;
    }

    public void advance(Duration step) {
        pass(step);
        nanos.addAndGet(step.toNanos());
    }
}
