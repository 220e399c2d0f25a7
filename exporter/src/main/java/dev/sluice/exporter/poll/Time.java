package dev.sluice.exporter.poll;

import java.time.Clock;
import java.util.function.LongSupplier;

/**
 * The two clocks for polling: a wall clock for dates and a monotonic clock for durations.
 *
 * @param clock wall clock
 * @param nanoTime monotonic clock, as {@link System#nanoTime()}
 */
public record Time(Clock clock, LongSupplier nanoTime) {

    public static Time system() {
        return new Time(Clock.systemUTC(), System::nanoTime);
    }
}
