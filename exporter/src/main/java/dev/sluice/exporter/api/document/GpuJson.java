package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.model.GpuCounts;
import java.util.function.Function;

/** Encodes GPUs by type. GPUs without a type have the names that the metrics use. */
final class GpuJson {

    private GpuJson() {}

    /** Encodes the GPUs of a set of nodes. */
    static ArrayNode capacity(Capacity capacity) {
        return JsonDocument.array(
                capacity.gpus().entrySet(),
                gpus -> split(JsonDocument.object().put("type", GpuCounts.label(gpus.getKey())), gpus.getValue()));
    }

    /** Adds the parts of an amount. */
    static ObjectNode split(ObjectNode object, Capacity.Split split) {
        return object.put("allocated", split.allocated())
                .put("idle", split.idle())
                .put("unavailable", split.unavailable());
    }

    /** Encodes the GPUs of a job's request. */
    static ArrayNode asked(GpuCounts gpus) {
        return counts(gpus, GpuCounts::labelOfRequest);
    }

    /** Encodes the GPUs that a job holds. */
    static ArrayNode held(GpuCounts gpus) {
        return counts(gpus, GpuCounts::label);
    }

    private static ArrayNode counts(GpuCounts gpus, Function<String, String> label) {
        return JsonDocument.array(
                gpus.byType().entrySet(),
                gpu -> JsonDocument.object()
                        .put("type", label.apply(gpu.getKey()))
                        .put("count", gpu.getValue()));
    }
}
