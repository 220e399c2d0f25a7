package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.family.MetricFamily;
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
import java.util.List;

/** One family with its points, in the form of the SDK's metric data. */
record FamilyData(
        Resource getResource,
        InstrumentationScopeInfo getInstrumentationScopeInfo,
        String getName,
        String getDescription,
        String getUnit,
        MetricDataType getType,
        Data<?> getData)
        implements MetricData {

    static FamilyData of(
            Resource resource, InstrumentationScopeInfo scope, MetricFamily family, List<? extends PointData> points) {
        return new FamilyData(
                resource, scope, family.name(), family.help(), unit(family), type(family), data(family, points));
    }

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

    private static Data<?> data(MetricFamily family, List<? extends PointData> points) {
        return switch (family.type()) {
            case GAUGE, INFO -> GaugeData.createDoubleGaugeData(all(points, DoublePointData.class));
            case COUNTER ->
                SumData.createDoubleSumData(
                        true, AggregationTemporality.CUMULATIVE, all(points, DoublePointData.class));
            case HISTOGRAM ->
                HistogramData.create(AggregationTemporality.CUMULATIVE, all(points, HistogramPointData.class));
        };
    }

    private static <T> List<T> all(List<? extends PointData> points, Class<T> type) {
        return points.stream().map(type::cast).toList();
    }
}
