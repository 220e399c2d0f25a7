package dev.sluice.adapter.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.adapter.metrics.Series;
import java.util.List;
import java.util.function.Function;

/** Writes the value lists of both metrics APIs. */
final class ValueLists {

    private ValueLists() {}

    /** Returns an ExternalMetricValueList. */
    static byte[] external(List<Series> values) {
        return list(
                "ExternalMetricValueList", Documents.EXTERNAL + "/" + Documents.EXTERNAL_VERSION, values, series -> {
                    ObjectNode item = JsonDocument.object()
                            .put("metricName", series.metric().metricName());
                    ObjectNode labels = item.putObject("metricLabels");
                    series.labels().forEach(labels::put);
                    return withValue(item, series);
                });
    }

    /** Returns a MetricValueList. */
    static byte[] ofObjects(List<Series> values) {
        return list("MetricValueList", Documents.CUSTOM + "/" + Documents.CUSTOM_VERSION, values, series -> {
            ObjectNode item = JsonDocument.object();
            series.object()
                    .ifPresent(object -> item.putObject("describedObject")
                            .put("kind", object.kind())
                            .put("namespace", object.namespace())
                            .put("name", object.name())
                            .put("apiVersion", object.apiVersion()));
            item.putObject("metric").put("name", series.metric().metricName()).putNull("selector");
            return withValue(item, series);
        });
    }

    private static byte[] list(String kind, String apiVersion, List<Series> values, Function<Series, ObjectNode> item) {
        ObjectNode list = JsonDocument.object(kind, apiVersion);
        list.putObject("metadata");
        return JsonDocument.bytes(list.set("items", JsonDocument.array(values, item)));
    }

    private static ObjectNode withValue(ObjectNode item, Series series) {
        return item.put("timestamp", JsonDocument.time(series.observedAt()))
                .put("value", Quantities.of(series.value()));
    }
}
