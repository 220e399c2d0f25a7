package dev.sluice.exporter.sink.cloudwatch.delivery;

import dev.sluice.exporter.sink.cloudwatch.rollup.Datum;
import java.time.Instant;
import java.util.List;

/** Sends one PutMetricData request. */
@FunctionalInterface
public interface MetricSender {

    /** What became of the request. Blocks until it is known; never throws for what CloudWatch or the network did. */
    Answer send(List<Datum> data, Instant at);
}
