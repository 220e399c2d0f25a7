package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.model.GpuCounts;
import java.io.IOException;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** How GPUs are written: by type, with the words for no type that metrics have. */
final class GpuJson {

    /** Of a node that names no type. */
    private static final String UNTYPED = "untyped";

    /** Of a job that takes any. */
    private static final String ANY = "any";

    private GpuJson() {}

    /** What a set of nodes has. */
    static void capacity(JsonGenerator json, Capacity capacity) throws IOException {
        json.writeArrayFieldStart("gpus");
        for (String type : types(capacity)) {
            json.writeStartObject();
            json.writeStringField("type", name(type));
            split(json, capacity, type);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void split(JsonGenerator json, Capacity capacity, String type) throws IOException {
        json.writeNumberField("allocated", count(capacity.allocatedGpus(), type));
        json.writeNumberField("idle", count(capacity.idleGpus(), type));
        json.writeNumberField("unavailable", count(capacity.unavailableGpus(), type));
    }

    /** What a job asks for. */
    static void asked(JsonGenerator json, GpuCounts gpus) throws IOException {
        json.writeArrayFieldStart("gpus");
        for (Map.Entry<String, Long> entry : gpus.byType().entrySet()) {
            json.writeStartObject();
            json.writeStringField("type", askedName(entry.getKey()));
            json.writeNumberField("count", entry.getValue());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static SortedSet<String> types(Capacity capacity) {
        SortedSet<String> types =
                new TreeSet<>(capacity.allocatedGpus().byType().keySet());
        types.addAll(capacity.idleGpus().byType().keySet());
        types.addAll(capacity.unavailableGpus().byType().keySet());
        return types;
    }

    static String name(String type) {
        return type.equals(GpuCounts.UNTYPED) ? UNTYPED : type;
    }

    static String askedName(String type) {
        return type.equals(GpuCounts.UNTYPED) ? ANY : type;
    }

    static long count(GpuCounts gpus, String type) {
        return gpus.byType().getOrDefault(type, 0L);
    }
}
