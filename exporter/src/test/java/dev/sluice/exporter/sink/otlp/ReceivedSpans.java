package dev.sluice.exporter.sink.otlp;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The spans in what a receiver has got. */
final class ReceivedSpans {

    private ReceivedSpans() {}

    static List<Span> of(List<Received> requests) {
        return requests.stream()
                .filter(request -> request.path().contains("race"))
                .flatMap(request -> request.traces().getResourceSpansList().stream())
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .toList();
    }

    /** Attributes, numbers as texts. */
    static Map<String, String> attributes(List<KeyValue> attributes) {
        Map<String, String> texts = new TreeMap<>();
        for (KeyValue attribute : attributes) {
            AnyValue value = attribute.getValue();
            texts.put(
                    attribute.getKey(),
                    value.hasIntValue() ? Long.toString(value.getIntValue()) : value.getStringValue());
        }
        return texts;
    }
}
