package dev.sluice.exporter.poll;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/**
 * The clocks of the exporter. Ages, expiries, intervals and sums over time use the steady clock. People and the times
 * of Slurm and Kubernetes need the wall clock, which an administrator or NTP can step.
 *
 * @param clock steady clock, which shows the wall clock's time at the start and never steps
 * @param nanoTime monotonic clock, as {@link System#nanoTime()}
 */
public record Time(Clock clock, LongSupplier nanoTime, Clock wall) {

    /** A smaller difference of the two clocks is not a step. */
    private static final Duration STEP = Duration.ofSeconds(1);

    /** Creates clocks whose wall clock never steps. */
    public Time(Clock clock, LongSupplier nanoTime) {
        this(clock, nanoTime, clock);
    }

    public static Time system() {
        return of(Clock.systemUTC(), System::nanoTime);
    }

    /** Creates the clocks from a wall clock, which may step. */
    public static Time of(Clock wall, LongSupplier nanoTime) {
        Instant start = wall.instant();
        long startNanos = nanoTime.getAsLong();
        InstantSource steady = () -> start.plusNanos(nanoTime.getAsLong() - startNanos);
        return new Time(steady.withZone(ZoneOffset.UTC), nanoTime, wall);
    }

    /** Returns the time by which the wall clock has stepped since the start; negative for steps back. */
    public Duration stepped() {
        Duration difference = Duration.between(clock.instant(), wall.instant());
        return difference.abs().compareTo(STEP) < 0 ? Duration.ZERO : difference;
    }
}
