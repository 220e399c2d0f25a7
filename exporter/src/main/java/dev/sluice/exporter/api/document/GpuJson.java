package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.model.GpuCounts;
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
    static ArrayNode capacity(Capacity capacity) {
        return JsonDocument.array(
                types(capacity), type -> split(JsonDocument.object().put("type", name(type)), capacity, type));
    }

    static ObjectNode split(ObjectNode object, Capacity capacity, String type) {
        return object.put("allocated", count(capacity.allocatedGpus(), type))
                .put("idle", count(capacity.idleGpus(), type))
                .put("unavailable", count(capacity.unavailableGpus(), type));
    }

    /** What a job asks for. */
    static ArrayNode asked(GpuCounts gpus) {
        return JsonDocument.array(
                gpus.byType().entrySet(),
                gpu -> JsonDocument.object()
                        .put("type", askedName(gpu.getKey()))
                        .put("count", gpu.getValue()));
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
