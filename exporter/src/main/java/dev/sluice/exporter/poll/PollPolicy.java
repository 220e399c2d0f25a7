package dev.sluice.exporter.poll;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How often one source is polled, and how long the data of the source is valid.
 *
 * @param large whether the list grows with the cluster or the queue; the duty cycle applies only to large lists
 * @param interval configured time between two polls, at least one cycle
 * @param dutyCycle maximum share of the time that a large list may keep slurmrestd busy
 * @param maxInterval maximum time between two successful polls of a large list
 * @param configuredMaxAge configured maximum age of the data; empty for the default
 */
record PollPolicy(
        boolean large,
        Duration cycle,
        Duration interval,
        double dutyCycle,
        Duration maxInterval,
        Optional<Duration> configuredMaxAge) {

    /** Number of good responses that determine the usual response time. */
    static final int MAX_ANSWERS = 5;

    static final Duration MAX_RETRY = Duration.ofMinutes(1);

    /** Data older than this is never shown. */
    static final Duration MAX_AGE_LIMIT = Duration.ofMinutes(10);

    private static final Duration MIN_MAX_AGE = Duration.ofSeconds(90);
    private static final int INTERVALS_KEPT = 3;

    /** Maximum share of the time that commands such as squeue may run. They do not use slurmrestd. */
    private static final double COMMAND_SHARE = 0.5;

    /**
     * Returns the effective interval after good responses.
     *
     * @param durations durations of the last good polls, at most {@link #MAX_ANSWERS}
     */
    Duration intervalAfter(List<Duration> durations) {
        if (!large) {
            return interval;
        }
        return shorter(maxInterval, longer(interval, stretched(durations)));
    }

    /**
     * Returns the minimum time from the start of a successful poll to the start of the next poll. At the configured
     * interval, only the cycle determines this time. A poll that began late in one cycle must not miss the next cycle.
     */
    Duration restAfter(List<Duration> durations) {
        if (!large) {
            return withGrace(interval);
        }
        Duration stretched = stretched(durations);
        return stretched.compareTo(maxInterval) >= 0 ? withGrace(maxInterval) : stretched;
    }

    /** Returns the duration of slurmrestd's response that would lead to the interval of a command. */
    Duration ofCommand(Duration took) {
        return Duration.ofNanos((long) (took.toNanos() * Math.min(1, dutyCycle / COMMAND_SHARE)));
    }

    /** The cast limits the result to the range of a long. Therefore, even a tiny duty cycle gives a valid duration. */
    private Duration stretched(List<Duration> durations) {
        return Duration.ofNanos((long) (usual(durations).toNanos() / dutyCycle));
    }

    /**
     * Returns the median; for an even number of durations, the lower of the two middle durations. The median excludes a
     * single slow response, such as the first response in a JVM that has just started.
     */
    private static Duration usual(List<Duration> durations) {
        if (durations.size() < 2) {
            return Duration.ZERO;
        }
        return durations.stream().sorted().toList().get((durations.size() - 1) / 2);
    }

    /**
     * Returns the time until the next retry: one cycle after the first failure, then doubled each time.
     *
     * @param failures consecutive failures, at least 1
     */
    Duration retryAfter(int failures) {
        int doublings = Math.min(failures - 1, 20);
        Duration backOff = shorter(cycle.multipliedBy(1L << doublings), MAX_RETRY);
        return large ? backOff : shorter(backOff, interval);
    }

    /**
     * Returns the minimum time from the start of a failed poll to the start of the next poll. For a large list, adds
     * the duration of the failed poll, because slurmrestd may still be busy with a response that no client waits for.
     */
    Duration restAfterFailure(int failures, Duration took) {
        Duration rest = withGrace(retryAfter(failures));
        return large ? took.plus(rest) : rest;
    }

    /** Subtracts half a cycle, because polls begin a little later in one cycle than in another. */
    private Duration withGrace(Duration distance) {
        return distance.compareTo(cycle) > 0 ? distance.minus(cycle.dividedBy(2)) : Duration.ZERO;
    }

    /**
     * Returns the configured maximum age. Without a configured age, returns three times the effective interval, but at
     * least 90 s. Never returns more than 10 min.
     */
    Duration maxAge(Duration intervalInForce) {
        Duration three = longer(intervalInForce.multipliedBy(INTERVALS_KEPT), MIN_MAX_AGE);
        // A maximum age that was chosen for the jobs must not withdraw the data of slower sources between two polls.
        Duration chosen = configuredMaxAge
                .map(age -> interval.equals(cycle) ? age : longer(age, interval.multipliedBy(INTERVALS_KEPT)))
                .orElse(three);
        return shorter(chosen, MAX_AGE_LIMIT);
    }

    static Duration longer(Duration one, Duration other) {
        return Collections.max(List.of(one, other));
    }

    static Duration shorter(Duration one, Duration other) {
        return Collections.min(List.of(one, other));
    }
}
