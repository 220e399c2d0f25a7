package dev.sluice.exporter.sink.cloudwatch.delivery;

import dev.sluice.exporter.sink.cloudwatch.rollup.Datum;
import java.time.Instant;
import java.util.List;

/** Sends PutMetricData requests. */
@FunctionalInterface
public interface MetricSender {

    /**
     * Sends one request and blocks until the result is known. Throws no exception for a failure of CloudWatch or the
     * network.
     */
    Answer send(List<Datum> data, Instant at);
}
