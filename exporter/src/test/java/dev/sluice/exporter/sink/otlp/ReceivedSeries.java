package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.sink.prometheus.ParsedExposition.Series;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The received data in the form of the series that Prometheus would create from the data. */
final class ReceivedSeries {

    private ReceivedSeries() {}

    static Map<Series, Double> of(List<Received> requests) {
        Map<Series, Double> series = new HashMap<>();
        metrics(requests).forEach(metric -> add(metric, series));
        return series;
    }

    static Stream<Metric> metrics(List<Received> requests) {
        return requests.stream()
                .map(Received::metrics)
                .map(ExportMetricsServiceRequest::getResourceMetricsList)
                .flatMap(List::stream)
                .flatMap(resource -> resource.getScopeMetricsList().stream())
                .flatMap(scope -> scope.getMetricsList().stream());
    }

    static int points(Received request) {
        return metrics(List.of(request))
                .mapToInt(metric -> metric.getGauge().getDataPointsCount()
                        + metric.getSum().getDataPointsCount()
                        + metric.getHistogram().getDataPointsCount())
                .sum();
    }

    private static void add(Metric metric, Map<Series, Double> series) {
        List<NumberDataPoint> numbers = new ArrayList<>(metric.getGauge().getDataPointsList());
        numbers.addAll(metric.getSum().getDataPointsList());
        numbers.forEach(point -> put(series, metric.getName(), labels(point.getAttributesList()), point.getAsDouble()));
        metric.getHistogram().getDataPointsList().forEach(point -> add(metric.getName(), point, series));
    }

    private static void add(String name, HistogramDataPoint point, Map<Series, Double> series) {
        long upTo = 0;
        for (int i = 0; i < point.getBucketCountsCount(); i++) {
            upTo += point.getBucketCounts(i);
            Map<String, String> labels = labels(point.getAttributesList());
            labels.put("le", i < point.getExplicitBoundsCount() ? Double.toString(point.getExplicitBounds(i)) : "+Inf");
            put(series, name + "_bucket", labels, upTo);
        }
        put(series, name + "_sum", labels(point.getAttributesList()), point.getSum());
        put(series, name + "_count", labels(point.getAttributesList()), point.getCount());
    }

    private static Map<String, String> labels(List<KeyValue> attributes) {
        Map<String, String> labels = new TreeMap<>();
        attributes.forEach(
                attribute -> labels.put(attribute.getKey(), attribute.getValue().getStringValue()));
        return labels;
    }

    private static void put(Map<Series, Double> series, String name, Map<String, String> labels, double value) {
        if (series.put(new Series(name, labels), value + 0.0) != null) {
            throw new AssertionError("series twice: " + name + labels);
        }
    }
}
