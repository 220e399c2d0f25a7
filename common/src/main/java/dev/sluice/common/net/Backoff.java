package dev.sluice.common.net;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Pauses between attempts: each twice as long as the one before, and all of them less than whole by chance, so that those who
 * failed together do not come back together.
 */
public final class Backoff {

    private static final double MIN_PART = 0.5;
    private static final int MAX_DOUBLINGS = 20;

    private final Duration first;
    private final Duration longest;
    private final DoubleSupplier random;
    private int failures;

    /**
     * A series of pauses.
     *
     * @param first the longest pause after a first failure
     * @param longest the longest pause of all
     * @param random numbers from 0 to below 1
     */
    public Backoff(Duration first, Duration longest, DoubleSupplier random) {
        this.first = first;
        this.longest = longest;
        this.random = random;
    }

    /** The next pause: between half of it and all of it. */
    public Duration next() {
        failures = Math.min(failures + 1, MAX_DOUBLINGS);
        return after(failures);
    }

    /**
     * The pause after so many failures in a row, whatever was asked for before.
     *
     * @param failures at least 1
     */
    public Duration after(int failures) {
        Duration doubled = first.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
        return shortened(doubled.compareTo(longest) < 0 ? doubled : longest, MIN_PART, random);
    }

    /** Whether nothing has failed since the last success. */
    public boolean fresh() {
        return failures == 0;
    }

    /** A success: the next failure is a first one. */
    public void reset() {
        failures = 0;
    }

    /**
     * A pause that is less than whole by chance.
     *
     * @param least the least part that is left of it
     */
    public static Duration shortened(Duration whole, double least, DoubleSupplier random) {
        return Duration.ofNanos((long) (whole.toNanos() * (least + random.getAsDouble() * (1 - least))));
    }
}
