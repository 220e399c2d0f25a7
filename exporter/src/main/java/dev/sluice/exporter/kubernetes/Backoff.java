package dev.sluice.exporter.kubernetes;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/** Pauses between attempts: each twice as long as the one before, and all of them less than whole by chance. */
final class Backoff {

    private static final int MOST_DOUBLINGS = 20;

    private final Duration first;
    private final Duration longest;
    private final DoubleSupplier random;
    private int doublings;

    /**
     * A series of pauses.
     *
     * @param random numbers from 0 to below 1
     */
    Backoff(Duration first, Duration longest, DoubleSupplier random) {
        this.first = first;
        this.longest = longest;
        this.random = random;
    }

    /** The next pause: between half of it and all of it. */
    Duration next() {
        Duration doubled = first.multipliedBy(1L << doublings);
        Duration whole = doubled.compareTo(longest) < 0 ? doubled : longest;
        doublings = Math.min(doublings + 1, MOST_DOUBLINGS);
        return Duration.ofNanos((long) (whole.toNanos() * (0.5 + random.getAsDouble() / 2)));
    }

    /** Whether nothing has failed since the last success. */
    boolean fresh() {
        return doublings == 0;
    }

    void reset() {
        doublings = 0;
    }
}
