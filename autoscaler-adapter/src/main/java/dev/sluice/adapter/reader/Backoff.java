package dev.sluice.adapter.reader;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/** Pauses between requests: as long as the interval while all is well, and up to {@code longest} while it is not. */
final class Backoff {

    private static final int MOST_DOUBLINGS = 20;
    private static final double LEAST_PART = 0.9;
    private static final double LEAST_PART_AFTER_FAILURE = 0.5;

    private final Duration interval;
    private final Duration longest;
    private final DoubleSupplier random;
    private int failures;

    /**
     * A rhythm.
     *
     * @param random numbers from 0 to below 1, so that replicas do not ask at the same moment
     */
    Backoff(Duration interval, Duration longest, DoubleSupplier random) {
        this.interval = interval;
        this.longest = longest.compareTo(interval) < 0 ? interval : longest;
        this.random = random;
    }

    /** The pause after a success: from nine tenths of the interval to all of it. */
    Duration afterSuccess() {
        failures = 0;
        return part(interval, LEAST_PART);
    }

    /** The pause after a failure: the more of them in a row, the longer; from half of it to all of it. */
    Duration afterFailure() {
        Duration doubled = interval.multipliedBy(1L << failures);
        failures = Math.min(failures + 1, MOST_DOUBLINGS);
        return part(doubled.compareTo(longest) < 0 ? doubled : longest, LEAST_PART_AFTER_FAILURE);
    }

    private Duration part(Duration whole, double least) {
        double part = least + random.getAsDouble() * (1 - least);
        return Duration.ofMillis(Math.max(1, (long) (whole.toMillis() * part)));
    }
}
