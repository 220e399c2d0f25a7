package dev.sluice.exporter.sink.cloudwatch.delivery;

import dev.sluice.exporter.metrics.process.CloudWatchMetrics.Outcome;

/**
 * What became of one request.
 *
 * @param kind in one word
 * @param message for people, on one line; empty where it was accepted
 */
public record Answer(Outcome kind, String message) {

    /** Whether the same request may be accepted a little later. */
    boolean passing() {
        return kind == Outcome.THROTTLED || kind == Outcome.UNAVAILABLE;
    }

    public static Answer accepted() {
        return new Answer(Outcome.ACCEPTED, "");
    }
}
