package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.PushMetrics;
import dev.sluice.exporter.metrics.PushMetrics.Otlp.PushOutcome;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Counts the SDK's requests by outcome, because the results of the SDK's reader hide failures. Thread-safe. */
final class CountedExporter implements MetricExporter {

    private final MetricExporter exporter;
    private final Clock clock;
    private final Map<PushOutcome, Long> requests = new EnumMap<>(PushOutcome.class);
    private Optional<Instant> lastSuccess = Optional.empty();

    CountedExporter(MetricExporter exporter, Clock clock) {
        this.exporter = exporter;
        this.clock = clock;
    }

    @Override
    public CompletableResultCode export(Collection<MetricData> metrics) {
        CompletableResultCode result = exporter.export(metrics);
        return result.whenComplete(() -> count(result.isSuccess()));
    }

    synchronized PushMetrics.Otlp metrics() {
        return new PushMetrics.Otlp(requests, lastSuccess);
    }

    private synchronized void count(boolean accepted) {
        requests.merge(accepted ? PushOutcome.OK : PushOutcome.FAILED, 1L, Long::sum);
        if (accepted) {
            lastSuccess = Optional.of(clock.instant());
        }
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType type) {
        return exporter.getAggregationTemporality(type);
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
