package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.FailureKind;
import java.time.Duration;
import java.util.Optional;

/**
 * How often a source is asked and for how long its answers count.
 *
 * @param interval time between two polls while they are cheap
 * @param dutyCycle the largest part of the time that one source may spend on answering us, above 0 and at most 1
 * @param maxAge how old data may get before it is withdrawn; where empty, {@link #maxAge(Duration)} decides
 */
public record PollPolicy(Duration interval, double dutyCycle, Optional<Duration> maxAge) {

    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration LEAST_MAX_AGE = Duration.ofSeconds(90);

    /** Start to start distance to keep after an answer that took so long to make. */
    public Duration intervalAfter(Duration took) {
        Duration gentle = Duration.ofNanos((long) Math.min(LONGEST.toNanos(), took.toNanos() / dutyCycle));
        return gentle.compareTo(interval) > 0 ? gentle : interval;
    }

    /**
     * Start to start distance to keep after a failure. A request that timed out, or whose answer broke off, keeps
     * slurmrestd busy all the same: it finishes what nobody reads any more. One that was refused cost nothing.
     */
    public Duration intervalAfter(Duration took, FailureKind failure) {
        return switch (failure) {
            case TIMEOUT, UNDECODABLE -> intervalAfter(took);
            case UNREACHABLE, UNAUTHORIZED, UNEXPECTED_STATUS -> interval;
        };
    }

    /** How old data may get: as configured, or three times the interval in force and at least 90 s. */
    public Duration maxAge(Duration intervalInForce) {
        return maxAge.orElseGet(() -> {
            Duration three = intervalInForce.multipliedBy(3);
            return three.compareTo(LEAST_MAX_AGE) > 0 ? three : LEAST_MAX_AGE;
        });
    }
}
