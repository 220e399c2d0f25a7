package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.model.GpuCounts;
import java.util.SortedSet;
import java.util.TreeSet;

/** Encodes GPUs by type. GPUs without a type have the names that the metrics use. */
final class GpuJson {

    /** Type name for GPUs of a node if the GPUs have no type. */
    private static final String UNTYPED = "untyped";

    /** Type name for GPUs of a job if the job accepts any type. */
    private static final String ANY = "any";

    private GpuJson() {}

    /** Encodes the GPUs of a set of nodes. */
    static ArrayNode capacity(Capacity capacity) {
        return JsonDocument.array(
                types(capacity), type -> split(JsonDocument.object().put("type", name(type)), capacity, type));
    }

    static ObjectNode split(ObjectNode object, Capacity capacity, String type) {
        return object.put("allocated", count(capacity.allocatedGpus(), type))
                .put("idle", count(capacity.idleGpus(), type))
                .put("unavailable", count(capacity.unavailableGpus(), type));
    }

    /** Encodes the GPUs of a job's request. */
    static ArrayNode asked(GpuCounts gpus) {
        return JsonDocument.array(
                gpus.byType().entrySet(),
                gpu -> JsonDocument.object()
                        .put("type", askedName(gpu.getKey()))
                        .put("count", gpu.getValue()));
    }

    /** Encodes the GPUs that a job holds. */
    static ArrayNode held(GpuCounts gpus) {
        return JsonDocument.array(
                gpus.byType().entrySet(),
                gpu -> JsonDocument.object().put("type", name(gpu.getKey())).put("count", gpu.getValue()));
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
