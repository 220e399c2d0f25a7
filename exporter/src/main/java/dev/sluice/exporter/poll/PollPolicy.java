package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.SlurmSource.Size;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How often one source is polled and for how long its answers count.
 *
 * @param size whether its answers are under the duty cycle
 * @param cycle time between two cycles of the cluster's poller
 * @param interval time between two polls as configured, at least a cycle
 * @param dutyCycle the largest part of the time that a large list may keep slurmrestd busy
 * @param maxInterval the longest time between two polls of a large list that answers
 * @param configuredMaxAge how old data may get before it is withdrawn, where configured
 */
record PollPolicy(
        Size size,
        Duration cycle,
        Duration interval,
        double dutyCycle,
        Duration maxInterval,
        Optional<Duration> configuredMaxAge) {

    /** How many good answers decide what an answer usually takes. */
    static final int MAX_ANSWERS = 5;

    /** The longest time between a failure and the next try. */
    static final Duration MAX_RETRY = Duration.ofMinutes(1);

    /** Data that is older is never shown. */
    static final Duration MAX_AGE_LIMIT = Duration.ofMinutes(10);

    private static final Duration MIN_MAX_AGE = Duration.ofSeconds(90);
    private static final int INTERVALS_KEPT = 3;

    /**
     * Time between two polls that is in force after good answers.
     *
     * @param durations how long the last good answers took, at most {@link #MAX_ANSWERS}
     */
    Duration intervalAfter(List<Duration> durations) {
        if (size == Size.SMALL) {
            return interval;
        }
        return shorter(maxInterval, longer(interval, stretched(durations)));
    }

    /**
     * How long, from its start on, a poll that answered keeps the next one away. At the plain interval the cycle alone
     * decides: a poll that began late in one cycle must not miss the next.
     */
    Duration restAfter(List<Duration> durations) {
        if (size == Size.SMALL) {
            return withGrace(interval);
        }
        Duration stretched = stretched(durations);
        return stretched.compareTo(maxInterval) >= 0 ? withGrace(maxInterval) : stretched;
    }

    /** A cast that saturates: however small the duty cycle is, this is a time. */
    private Duration stretched(List<Duration> durations) {
        return Duration.ofNanos((long) (usual(durations).toNanos() / dutyCycle));
    }

    /**
     * The median, the lower one of an even number: one slow answer alone never counts, nor does the first, which is
     * slow in a JVM that has just started.
     */
    private static Duration usual(List<Duration> durations) {
        if (durations.size() < 2) {
            return Duration.ZERO;
        }
        return durations.stream().sorted().toList().get((durations.size() - 1) / 2);
    }

    /**
     * Time until the next try: the plain interval after the first failure, then twice as long each time.
     *
     * @param failures consecutive failures, at least 1
     */
    Duration retryAfter(int failures) {
        int doublings = Math.min(failures - 1, 20);
        Duration backOff = shorter(cycle.multipliedBy(1L << doublings), MAX_RETRY);
        return size == Size.SMALL ? shorter(backOff, interval) : backOff;
    }

    /**
     * How long, from its start on, a poll that failed keeps the next one away. For a large list the time counts from its
     * end: slurmrestd may still be busy with an answer that nobody waits for.
     */
    Duration restAfterFailure(int failures, Duration took) {
        Duration rest = withGrace(retryAfter(failures));
        return size == Size.LARGE ? took.plus(rest) : rest;
    }

    /** Half a cycle less: polls begin a little later in one cycle than in another. */
    private Duration withGrace(Duration distance) {
        return distance.compareTo(cycle) > 0 ? distance.minus(cycle.dividedBy(2)) : Duration.ZERO;
    }

    /** How old data may get: as configured, else three intervals in force and at least 90 s; never more than 10 min. */
    Duration maxAge(Duration intervalInForce) {
        Duration three = longer(intervalInForce.multipliedBy(INTERVALS_KEPT), MIN_MAX_AGE);
        // A limit that was chosen for jobs must not withdraw between two polls what is polled less often.
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
