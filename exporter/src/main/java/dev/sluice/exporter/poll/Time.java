package dev.sluice.exporter.poll;

import java.time.Clock;
import java.util.function.LongSupplier;

/**
 * The two times that polling needs: what the clock on the wall says, for dates, and one that never jumps, for
 * distances.
 *
 * @param clock dates the answers
 * @param nanoTime as {@link System#nanoTime()}
 */
public record Time(Clock clock, LongSupplier nanoTime) {

    public static Time system() {
        return new Time(Clock.systemUTC(), System::nanoTime);
    }
}
