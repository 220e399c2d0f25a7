package dev.sluice.adapter.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.adapter.demand.NodeSetDemand;
import dev.sluice.adapter.metrics.Series;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The two ways in which the metrics APIs write values. */
final class ValueLists {

    private ValueLists() {}

    /** An ExternalMetricValueList. */
    static byte[] external(List<Series> values) {
        return list("ExternalMetricValueList", Documents.EXTERNAL + "/" + Documents.EXTERNAL_VERSION, json -> {
            for (Series series : values) {
                json.writeStartObject();
                json.writeStringField("metricName", series.metric().metricName());
                json.writeObjectFieldStart("metricLabels");
                for (Map.Entry<String, String> label : series.labels().entrySet()) {
                    json.writeStringField(label.getKey(), label.getValue());
                }
                json.writeEndObject();
                writeValue(json, series);
                json.writeEndObject();
            }
        });
    }

    /** A MetricValueList. */
    static byte[] ofObjects(List<Series> values) {
        return list("MetricValueList", Documents.CUSTOM + "/" + Documents.CUSTOM_VERSION, json -> {
            for (Series series : values) {
                json.writeStartObject();
                if (series.object().isPresent()) {
                    writeObject(json, series.object().get());
                }
                JsonDocument.member(json, "metric", metric -> {
                    metric.writeStringField("name", series.metric().metricName());
                    metric.writeNullField("selector");
                });
                writeValue(json, series);
                json.writeEndObject();
            }
        });
    }

    private static byte[] list(String kind, String apiVersion, JsonDocument.Members items) {
        return JsonDocument.object(kind, apiVersion, json -> {
            JsonDocument.noMetadata(json);
            json.writeArrayFieldStart("items");
            items.write(json);
            json.writeEndArray();
        });
    }

    private static void writeObject(JsonGenerator json, NodeSetDemand object) throws IOException {
        JsonDocument.member(json, "describedObject", described -> {
            described.writeStringField("kind", object.kind());
            described.writeStringField("namespace", object.namespace());
            described.writeStringField("name", object.name());
            described.writeStringField("apiVersion", object.apiVersion());
        });
    }

    private static void writeValue(JsonGenerator json, Series series) throws IOException {
        json.writeStringField("timestamp", JsonDocument.time(series.observedAt()));
        json.writeStringField("value", Quantities.of(series.value()));
    }
}
