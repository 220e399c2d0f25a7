package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.OtlpMetrics.Outcome;
import java.time.Duration;
import java.util.Optional;

/**
 * What became of one request.
 *
 * @param outcome how it ended
 * @param rejected items that the receiver did not take although it took the others
 * @param message what the receiver or the network said, for people; may be empty
 * @param repeat whether the same request may be sent again
 * @param restFor how long the receiver wants to be left alone before
 */
record Verdict(Outcome outcome, long rejected, String message, boolean repeat, Optional<Duration> restFor) {

    static Verdict of(Outcome outcome, String message) {
        return new Verdict(outcome, 0, message, false, Optional.empty());
    }

    static Verdict again(Outcome outcome, String message, Optional<Duration> wait) {
        return new Verdict(outcome, 0, message, true, wait);
    }

    static Verdict accepted(PartialSuccess answer) {
        return answer.rejected() == 0
                ? of(Outcome.OK, answer.message())
                : new Verdict(Outcome.PARTIAL, answer.rejected(), answer.message(), false, Optional.empty());
    }

    /** Whether the receiver has looked at the request, so that another one may fare better. */
    boolean judged() {
        return switch (outcome) {
            case OK, PARTIAL, REFUSED -> true;
            case UNAUTHORIZED, THROTTLED, UNAVAILABLE, UNREACHABLE, TIMEOUT -> false;
        };
    }
}
