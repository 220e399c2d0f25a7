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
 * @param dear whether an answer costs slurmrestd much, so that one that we never got counts as well
 */
public record PollPolicy(Duration interval, double dutyCycle, Optional<Duration> maxAge, boolean dear) {

    /** For answers that are dear. */
    public PollPolicy(Duration interval, double dutyCycle, Optional<Duration> maxAge) {
        this(interval, dutyCycle, maxAge, true);
    }

    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration LEAST_MAX_AGE = Duration.ofSeconds(90);

    /** Start to start distance that is in force after an answer that took so long to make. */
    public Duration intervalAfter(Duration took) {
        return longer(restAfter(took));
    }

    /** Start to start distance that is in force after a failure. */
    public Duration intervalAfter(Duration took, FailureKind failure) {
        return longer(restAfter(took, failure));
    }

    /** How long, from its start on, a poll that took so long keeps the next one away whatever the interval is. */
    public Duration restAfter(Duration took) {
        return Duration.ofNanos((long) Math.min(LONGEST.toNanos(), took.toNanos() / dutyCycle));
    }

    /**
     * The same after a failure. A request whose answer never came, or broke off, may keep slurmrestd as busy as one
     * that was read: it finishes what nobody waits for any more. That matters for dear answers only, and one that was
     * refused at once counts for next to nothing by itself.
     */
    public Duration restAfter(Duration took, FailureKind failure) {
        return switch (failure) {
            case TIMEOUT, UNDECODABLE, UNREACHABLE -> dear ? restAfter(took) : Duration.ZERO;
            case UNAUTHORIZED, UNEXPECTED_STATUS -> Duration.ZERO;
        };
    }

    /** The same for answers that cost slurmrestd little: after a failure they are asked for at the next interval. */
    PollPolicy forCheapAnswers() {
        return new PollPolicy(interval, dutyCycle, maxAge, false);
    }

    private Duration longer(Duration rest) {
        return rest.compareTo(interval) > 0 ? rest : interval;
    }

    /** How old data may get: as configured, or three times the interval in force and at least 90 s. */
    public Duration maxAge(Duration intervalInForce) {
        return maxAge.orElseGet(() -> {
            Duration three = intervalInForce.multipliedBy(3);
            return three.compareTo(LEAST_MAX_AGE) > 0 ? three : LEAST_MAX_AGE;
        });
    }
}
