package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.PushMetrics.CloudWatch.SendOutcome;
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
    record Result(SendOutcome outcome, String message) {

        static final Result ACCEPTED = new Result(SendOutcome.ACCEPTED, "");
    }

    /**
     * Sends one request and blocks until the result is known. Throws no exception for a failure of CloudWatch or the
     * network.
     */
    Result send(List<Datum> data, Instant at);
}
