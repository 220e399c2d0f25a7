package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.MetricFamily.MetricType;
import dev.sluice.exporter.metrics.MetricVisitor;
import dev.sluice.exporter.metrics.UsageMetrics;
import dev.sluice.exporter.model.Histogram;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the samples for one push as the SDK's metric data: one point per sample, by family. */
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
        // Gauges have no start time. A receiver could take the first value after a start time for an increase.
        long start = family.type() == MetricType.COUNTER && !UsageMetrics.KEPT.contains(family) ? startedAt : 0;
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
                        histogram.upperBounds(),
                        histogram.counts()));
    }

    /** Returns the families that have points, in the order of the catalogue. */
    List<MetricData> metrics(Resource resource, InstrumentationScopeInfo scope) {
        return MetricCatalog.families().stream()
                .filter(points::containsKey)
                .<MetricData>map(family -> new FamilyData(
                        resource, scope, family.name(), family.help(), unit(family), type(family), data(family)))
                .toList();
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

    private record FamilyData(
            Resource getResource,
            InstrumentationScopeInfo getInstrumentationScopeInfo,
            String getName,
            String getDescription,
            String getUnit,
            MetricDataType getType,
            Data<?> getData)
            implements MetricData {}

    /** Returns the unit as a UCUM code, because OpenTelemetry writes units as UCUM codes. */
    private static String unit(MetricFamily family) {
        return switch (family.unit()) {
            case "seconds" -> "s";
            case "bytes" -> "By";
            default -> family.unit();
        };
    }

    private static MetricDataType type(MetricFamily family) {
        return switch (family.type()) {
            case GAUGE, INFO -> MetricDataType.DOUBLE_GAUGE;
            case COUNTER -> MetricDataType.DOUBLE_SUM;
            case HISTOGRAM -> MetricDataType.HISTOGRAM;
        };
    }

    private Data<?> data(MetricFamily family) {
        return switch (family.type()) {
            case GAUGE, INFO -> GaugeData.createDoubleGaugeData(all(family, DoublePointData.class));
            case COUNTER ->
                SumData.createDoubleSumData(
                        true, AggregationTemporality.CUMULATIVE, all(family, DoublePointData.class));
            case HISTOGRAM ->
                HistogramData.create(AggregationTemporality.CUMULATIVE, all(family, HistogramPointData.class));
        };
    }

    private <T> List<T> all(MetricFamily family, Class<T> type) {
        return points.getOrDefault(family, List.of()).stream().map(type::cast).toList();
    }
}
