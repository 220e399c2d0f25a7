package dev.sluice.simulator.cluster;

import java.time.Instant;

/**
 * How simulated time appears to clients. A cluster that runs faster than the clock on the wall would soon live in
 * the future; seen through a compressed timeline it does everything in a fraction of the time instead, so that its
 * present is everybody's present and no time that was shown once changes later.
 */
public record Timeline(long simulated, long shown, double speed) {

    /** Time as it is: for clusters that are driven by hand. */
    public static Timeline asIs() {
        return new Timeline(0, 0, 1);
    }

    public static Timeline compressed(Instant simulatedNow, Instant wallNow, double speed) {
        return new Timeline(simulatedNow.getEpochSecond(), wallNow.getEpochSecond(), speed);
    }

    /** Epoch seconds as clients see them; 0 means "not known" and stays so. */
    public long show(long epochSeconds) {
        return epochSeconds == 0 ? 0 : shown + Math.round(Math.floor((epochSeconds - simulated) / speed));
    }

    /** A duration of so many seconds in minutes, at least one. */
    public long minutes(long seconds) {
        return Math.max(1, Math.round(Math.ceil(seconds / speed / 60)));
    }
}
