package dev.sluice.exporter.sink.cloudwatch.delivery;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to wait before a request is repeated: twice as long each time, and of that a random part, so that those who were
 * throttled together do not come back together.
 *
 * @param first the longest wait after the first failure
 * @param longest the longest of all
 * @param attempts how often a request is made at most
 * @param random numbers from 0 to 1
 */
public record Backoff(Duration first, Duration longest, int attempts, DoubleSupplier random) {

    /** As the CloudWatch agent does it: five attempts, from 200 ms on. */
    public static Backoff standard(DoubleSupplier random) {
        return new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), 5, random);
    }

    /**
     * The wait after a failed attempt.
     *
     * @param attempt the first is 1
     */
    Duration after(int attempt) {
        long ceiling = Math.min(longest.toMillis(), first.toMillis() << Math.min(attempt - 1, 20));
        return Duration.ofMillis((long) (ceiling * (0.5 + random.getAsDouble() / 2)));
    }
}
