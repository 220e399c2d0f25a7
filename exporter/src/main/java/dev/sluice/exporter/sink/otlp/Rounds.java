package dev.sluice.exporter.sink.otlp;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Reads everything once per interval and sends it in requests of limited size, one after another. The SDK's own periodic
 * reader would go on with a hundred requests to a receiver that is away, and start late rounds in a row.
 */
final class Rounds implements MetricReader {

    private final MetricExporter exporter;
    private final Courier courier;
    private final Ledger ledger;
    private final int maxPoints;
    private final Duration interval;
    private final LongSupplier nanoTime;
    private CollectionRegistration source = CollectionRegistration.noop();
    private long due;

    Rounds(
            MetricExporter exporter,
            Courier courier,
            Ledger ledger,
            int maxPoints,
            Duration interval,
            LongSupplier nanoTime) {
        this.exporter = exporter;
        this.courier = courier;
        this.ledger = ledger;
        this.maxPoints = maxPoints;
        this.interval = interval;
        this.nanoTime = nanoTime;
        this.due = nanoTime.getAsLong() + interval.toNanos();
    }

    @Override
    public void register(CollectionRegistration registration) {
        source = registration;
    }

    Duration untilNext() {
        return Duration.ofNanos(Math.max(0, due - nanoTime.getAsLong()));
    }

    /** One push. It ends early where the receiver is away, and when the next is due. */
    void round() {
        long now = nanoTime.getAsLong();
        // Counted from when it should have been, so that rounds do not wander; one that is late is not made up for.
        due = Math.max(due, now - interval.toNanos()) + interval.toNanos();
        Collection<MetricData> metrics = source.collectAllMetrics();
        boolean on = true;
        for (List<MetricData> batch : Batches.of(metrics, maxPoints)) {
            int points = Batches.points(batch);
            on = on && due - nanoTime.getAsLong() > 0;
            if (on) {
                // Our senders are done when this returns; what became of it, they told the courier.
                exporter.export(batch);
                ledger.end(courier.newest(), points);
                on = courier.newest().judged();
            } else {
                ledger.lost(points);
            }
        }
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType type) {
        return AggregationTemporality.CUMULATIVE;
    }

    /** Nothing waits here to be flushed. */
    @Override
    public CompletableResultCode forceFlush() {
        return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
