package dev.sluice.simulator.rest;

/**
 * Converts simulated times for clients. A cluster that runs faster than the wall clock would soon show times in the
 * future. A compressed timeline therefore divides all durations by the speed. The simulated present is always shown as
 * the wall clock's present, and a shown time never changes.
 *
 * @param simulated a simulated time, in epoch seconds
 * @param shown the wall clock's time that clients see in its place
 * @param speed simulated seconds per shown second
 */
public record Timeline(long simulated, long shown, double speed) {

    /** Returns the timeline that changes no times, for clusters that tests advance. */
    public static Timeline asIs() {
        return new Timeline(0, 0, 1);
    }

    /** Returns epoch seconds as clients see them; 0 ("unknown") stays 0. */
    public long show(long epochSeconds) {
        return epochSeconds == 0 ? 0 : shown + Math.round(Math.floor((epochSeconds - simulated) / speed));
    }

    /** Converts a duration in seconds to minutes, at least one. */
    public long minutes(long seconds) {
        return Math.max(1, Math.round(Math.ceil(seconds / speed / 60)));
    }
}
