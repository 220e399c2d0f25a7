package dev.sluice.exporter.realslurm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The clock of a cluster that runs faster than real time. */
final class FastClock extends Clock {

    private final Instant real;
    private final Instant simulated;
    private final int rate;

    /**
     * Creates a clock.
     *
     * @param real real time at which the clock shows {@code simulated}
     * @param rate seconds of the clock in a real second
     */
    FastClock(Instant real, Instant simulated, int rate) {
        this.real = real;
        this.simulated = simulated;
        this.rate = rate;
    }

    @Override
    public Instant instant() {
        return simulated.plus(Duration.between(real, Instant.now()).multipliedBy(rate));
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
