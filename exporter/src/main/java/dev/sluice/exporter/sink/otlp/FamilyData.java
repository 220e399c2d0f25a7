package dev.sluice.exporter.sink.otlp;

import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import java.util.Collection;

/** One family, or a part of its points, as the SDK wants it. */
record FamilyData(
        Resource resource,
        InstrumentationScopeInfo scope,
        String name,
        String description,
        String unit,
        MetricDataType type,
        Data<?> data)
        implements MetricData {

    static FamilyData gauge(Like like, Collection<DoublePointData> points) {
        return like.with(MetricDataType.DOUBLE_GAUGE, GaugeData.createDoubleGaugeData(points));
    }

    static FamilyData counter(Like like, Collection<DoublePointData> points) {
        return like.with(
                MetricDataType.DOUBLE_SUM,
                SumData.createDoubleSumData(true, AggregationTemporality.CUMULATIVE, points));
    }

    static FamilyData histogram(Like like, Collection<HistogramPointData> points) {
        return like.with(MetricDataType.HISTOGRAM, HistogramData.create(AggregationTemporality.CUMULATIVE, points));
    }

    /** What all parts of a family have in common. */
    record Like(Resource resource, InstrumentationScopeInfo scope, String name, String description, String unit) {

        static Like of(MetricData metric) {
            return new Like(
                    metric.getResource(),
                    metric.getInstrumentationScopeInfo(),
                    metric.getName(),
                    metric.getDescription(),
                    metric.getUnit());
        }

        private FamilyData with(MetricDataType type, Data<?> data) {
            return new FamilyData(resource, scope, name, description, unit, type, data);
        }
    }

    @Override
    public Resource getResource() {
        return resource;
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return scope;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getDescription() {
        return description;
    }

    @Override
    public String getUnit() {
        return unit;
    }

    @Override
    public MetricDataType getType() {
        return type;
    }

    @Override
    public Data<?> getData() {
        return data;
    }
}
