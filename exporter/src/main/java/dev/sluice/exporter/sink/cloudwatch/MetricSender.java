package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.process.CloudWatchMetrics.Outcome;
import java.time.Instant;
import java.util.List;

/** Sends PutMetricData requests. */
@FunctionalInterface
interface MetricSender {

    /**
     * The result of one request.
     *
     * @param message one line for people; empty for an accepted request
     */
    record Answer(Outcome outcome, String message) {

        static final Answer ACCEPTED = new Answer(Outcome.ACCEPTED, "");
    }

    /**
     * Sends one request and blocks until the result is known. Throws no exception for a failure of CloudWatch or the
     * network.
     */
    Answer send(List<Datum> data, Instant at);
}
