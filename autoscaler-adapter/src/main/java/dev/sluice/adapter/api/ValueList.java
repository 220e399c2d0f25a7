package dev.sluice.adapter.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.sluice.adapter.metrics.Series;
import dev.sluice.common.demand.NodeSetReport;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** The value list of a metrics API, with the members of its JSON. */
record ValueList<T>(String kind, String apiVersion, Map<String, String> metadata, List<T> items) {

    /** A value of external.metrics.k8s.io. */
    record External(String metricName, Map<String, String> metricLabels, String timestamp, String value) {}

    /** A value of custom.metrics.k8s.io. */
    record OfObject(DescribedObject describedObject, MetricName metric, String timestamp, String value) {}

    record DescribedObject(String kind, String namespace, String name, String apiVersion) {}

    record MetricName(String name, JsonNode selector) {}

    static byte[] external(List<Series> values) {
        return JsonDocument.bytes(new ValueList<>(
                "ExternalMetricValueList",
                Documents.EXTERNAL + "/" + Documents.EXTERNAL_VERSION,
                Map.of(),
                values.stream()
                        .map(series -> new External(
                                series.metric().metricName(), series.labels(), time(series), value(series)))
                        .toList()));
    }

    static byte[] ofObjects(List<Series> values) {
        return JsonDocument.bytes(new ValueList<>(
                "MetricValueList",
                Documents.CUSTOM + "/" + Documents.CUSTOM_VERSION,
                Map.of(),
                values.stream()
                        .flatMap(series -> series.object().map(object -> ofObject(series, object)).stream())
                        .toList()));
    }

    private static OfObject ofObject(Series series, NodeSetReport object) {
        return new OfObject(
                new DescribedObject(object.kind(), object.namespace(), object.name(), object.apiVersion()),
                new MetricName(series.metric().metricName(), NullNode.instance),
                time(series),
                value(series));
    }

    /** Formats a time as RFC 3339 in whole seconds, like metav1.Time. */
    private static String time(Series series) {
        Instant time = series.observedAt();
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String value(Series series) {
        return Quantities.of(series.value());
    }
}
