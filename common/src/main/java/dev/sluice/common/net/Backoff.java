package dev.sluice.common.net;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * Computes the pauses between retries. The maximum pause doubles with each failure. Each pause is shortened at random,
 * so that clients that failed at the same time do not retry at the same time.
 */
public final class Backoff {

    private static final double MIN_PART = 0.5;
    private static final int MAX_DOUBLINGS = 20;

    private final Duration first;
    private final Duration longest;
    private final DoubleSupplier random;
    private int failures;

    /**
     * @param first maximum pause after a first failure
     * @param longest maximum of all pauses
     */
    public Backoff(Duration first, Duration longest) {
        this(first, longest, () -> ThreadLocalRandom.current().nextDouble());
    }

    /** @param random random numbers: at least 0, less than 1 */
    Backoff(Duration first, Duration longest, DoubleSupplier random) {
        this.first = first;
        this.longest = longest;
        this.random = random;
    }

    /** Returns the next pause: at least half of the maximum for this failure, and at most the maximum. */
    public Duration next() {
        Duration doubled = first.multipliedBy(1L << failures);
        failures = Math.min(failures + 1, MAX_DOUBLINGS);
        return shortened(doubled.compareTo(longest) < 0 ? doubled : longest, MIN_PART);
    }

    /** Records a success: the next failure counts as a first failure. */
    public void reset() {
        failures = 0;
    }

    /**
     * Shortens a pause at random.
     *
     * @param least minimum fraction of the pause
     */
    public Duration shortened(Duration whole, double least) {
        return Duration.ofNanos((long) (whole.toNanos() * (least + random.getAsDouble() * (1 - least))));
    }
}
