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
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import java.util.List;

/**
 * One family or a range of the family's points, in the form of the SDK's metric data.
 *
 * @param numbers points of a counter, gauge or info family
 * @param histograms points of a histogram
 */
record FamilyData(
        Resource resource,
        InstrumentationScopeInfo scope,
        MetricFamily family,
        List<DoublePointData> numbers,
        List<HistogramPointData> histograms)
        implements MetricData {

    int size() {
        return numbers.size() + histograms.size();
    }

    /** Returns the family with a range of its points. */
    FamilyData part(int from, int to) {
        return new FamilyData(
                resource,
                scope,
                family,
                numbers.isEmpty() ? numbers : numbers.subList(from, to),
                histograms.isEmpty() ? histograms : histograms.subList(from, to));
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
        return family.name();
    }

    @Override
    public String getDescription() {
        return family.help();
    }

    /** Returns the unit as a UCUM code, because OpenTelemetry writes units as UCUM codes. */
    @Override
    public String getUnit() {
        return switch (family.unit()) {
            case "seconds" -> "s";
            case "bytes" -> "By";
            default -> family.unit();
        };
    }

    @Override
    public MetricDataType getType() {
        return switch (family.type()) {
            case GAUGE, INFO -> MetricDataType.DOUBLE_GAUGE;
            case COUNTER -> MetricDataType.DOUBLE_SUM;
            case HISTOGRAM -> MetricDataType.HISTOGRAM;
        };
    }

    @Override
    public Data<?> getData() {
        return switch (family.type()) {
            case GAUGE, INFO -> GaugeData.createDoubleGaugeData(numbers);
            case COUNTER -> SumData.createDoubleSumData(true, AggregationTemporality.CUMULATIVE, numbers);
            case HISTOGRAM -> HistogramData.create(AggregationTemporality.CUMULATIVE, histograms);
        };
    }
}
