package dev.sluice.exporter.sink.cloudwatch.delivery;

import dev.sluice.exporter.metrics.process.CloudWatchMetrics.Outcome;

/**
 * The result of one request.
 *
 * @param kind class of the result
 * @param message one line for people; empty for an accepted request
 */
public record Answer(Outcome kind, String message) {

    /** Returns true if a retry of the request may succeed later. */
    boolean passing() {
        return kind == Outcome.THROTTLED || kind == Outcome.UNAVAILABLE;
    }

    public static Answer accepted() {
        return new Answer(Outcome.ACCEPTED, "");
    }
}
