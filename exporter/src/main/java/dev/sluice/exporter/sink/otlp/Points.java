package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.metrics.family.MetricFamily.MetricType;
import dev.sluice.exporter.metrics.family.MetricVisitor;
import dev.sluice.exporter.model.Histogram;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.PointData;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the samples for one push, by family. Converts each sample to a point of the SDK. */
final class Points implements MetricVisitor {

    private final long now;
    private final long startedAt;
    private final Map<MetricFamily, List<PointData>> points = new HashMap<>();

    Points(Instant now, Instant startedAt) {
        this.now = nanos(now);
        this.startedAt = nanos(startedAt);
    }

    @Override
    public void sample(MetricFamily family, double value, String... labelValues) {
        // A gauge has no start time.
        long start = family.type() == MetricType.COUNTER ? startedAt : 0;
        add(family, DoublePointData.create(start, now, attributes(family, labelValues), value, List.of()));
    }

    @Override
    public void histogram(MetricFamily family, Histogram histogram, String... labelValues) {
        add(
                family,
                HistogramPointData.create(
                        startedAt,
                        now,
                        attributes(family, labelValues),
                        histogram.sum(),
                        false,
                        0,
                        false,
                        0,
                        histogram.buckets().upperBounds(),
                        histogram.counts()));
    }

    List<PointData> of(MetricFamily family) {
        return points.getOrDefault(family, List.of());
    }

    private void add(MetricFamily family, PointData point) {
        points.computeIfAbsent(family, unused -> new ArrayList<>()).add(point);
    }

    private Attributes attributes(MetricFamily family, String... labelValues) {
        AttributesBuilder attributes = Attributes.builder();
        for (int i = 0; i < labelValues.length; i++) {
            if (!labelValues[i].isEmpty()) {
                attributes.put(family.labels().get(i), labelValues[i]);
            }
        }
        return attributes.build();
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }
}
