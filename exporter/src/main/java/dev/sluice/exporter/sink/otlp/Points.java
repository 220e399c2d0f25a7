package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.metrics.family.MetricType;
import dev.sluice.exporter.metrics.family.MetricVisitor;
import dev.sluice.exporter.model.Histogram;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the samples for one push, by family. Converts each sample to a point of the SDK. */
final class Points implements MetricVisitor {

    private final long now;
    private final long startedAt;
    private final Map<MetricFamily, List<DoublePointData>> numbers = new HashMap<>();
    private final Map<MetricFamily, List<HistogramPointData>> histograms = new HashMap<>();
    private final Map<MetricFamily, List<AttributeKey<String>>> keys = new HashMap<>();

    Points(Instant now, Instant startedAt) {
        this.now = nanos(now);
        this.startedAt = nanos(startedAt);
    }

    @Override
    public void sample(MetricFamily family, double value, String... labelValues) {
        // A gauge has no start time.
        long start = family.type() == MetricType.COUNTER ? startedAt : 0;
        numbers.computeIfAbsent(family, unused -> new ArrayList<>())
                .add(DoublePointData.create(start, now, attributes(family, labelValues), value, List.of()));
    }

    @Override
    public void histogram(MetricFamily family, Histogram histogram, String... labelValues) {
        histograms
                .computeIfAbsent(family, unused -> new ArrayList<>())
                .add(HistogramPointData.create(
                        startedAt,
                        now,
                        attributes(family, labelValues),
                        histogram.sum(),
                        false,
                        0,
                        false,
                        0,
                        histogram.buckets().upperBounds(),
                        Arrays.stream(histogram.counts()).boxed().toList()));
    }

    List<DoublePointData> numbers(MetricFamily family) {
        return numbers.getOrDefault(family, List.of());
    }

    List<HistogramPointData> histograms(MetricFamily family) {
        return histograms.getOrDefault(family, List.of());
    }

    private Attributes attributes(MetricFamily family, String... labelValues) {
        List<AttributeKey<String>> names = keys.computeIfAbsent(
                family,
                unused -> family.labels().stream().map(AttributeKey::stringKey).toList());
        AttributesBuilder attributes = Attributes.builder();
        for (int i = 0; i < labelValues.length; i++) {
            if (!labelValues[i].isEmpty()) {
                attributes.put(names.get(i), labelValues[i]);
            }
        }
        return attributes.build();
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }
}
