package dev.sluice.adapter.demand;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/** Time that a test advances. */
public final class MovableTime {

    private final AtomicReference<Instant> now;
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L);

    public MovableTime(Instant now) {
        this.now = new AtomicReference<>(now);
    }

    public Clock clock() {
        InstantSource source = now::get;
        return source.withZone(ZoneOffset.UTC);
    }

    /** The time starts shortly before an overflow of nanoTime; such an overflow is allowed. */
    public LongSupplier nanoTime() {
        return nanos::get;
    }

    public void advance(Duration step) {
        now.updateAndGet(before -> before.plus(step));
        nanos.addAndGet(step.toNanos());
    }

    /** Sets only the wall clock, not nanoTime. */
    public void setClock(Instant time) {
        now.set(time);
    }
}
