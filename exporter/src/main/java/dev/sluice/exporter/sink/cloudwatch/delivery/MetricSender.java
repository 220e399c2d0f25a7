package dev.sluice.exporter.sink.cloudwatch.delivery;

import dev.sluice.exporter.sink.cloudwatch.rollup.Datum;
import java.time.Instant;
import java.util.List;

/** Sends PutMetricData requests. */
@FunctionalInterface
public interface MetricSender {

    /**
     * Sends one request and blocks until its result is known. Never throws for a failure of CloudWatch or the network.
     */
    Answer send(List<Datum> data, Instant at);
}
