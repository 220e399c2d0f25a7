package dev.sluice.adapter.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.adapter.metrics.Metric;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The documents that are the same whatever happens: discovery in its old form, OpenAPI and the version. */
final class Documents {

    static final String EXTERNAL = "external.metrics.k8s.io";
    static final String EXTERNAL_VERSION = "v1beta1";
    static final String EXTERNAL_PATH = "/apis/" + EXTERNAL + "/" + EXTERNAL_VERSION;
    static final String CUSTOM = "custom.metrics.k8s.io";
    static final String CUSTOM_VERSION = "v1beta2";
    static final String CUSTOM_PATH = "/apis/" + CUSTOM + "/" + CUSTOM_VERSION;

    static final String GROUPS_PATH = "/apis";
    static final Set<String> PATHS = Set.of(
            GROUPS_PATH,
            "/apis/" + EXTERNAL,
            EXTERNAL_PATH,
            "/apis/" + CUSTOM,
            CUSTOM_PATH,
            "/openapi/v2",
            "/openapi/v3",
            "/version");

    /** What can have demand: the NodeSets of all operators that are known, and StatefulSets. */
    static final List<String> OBJECTS = List.of(
            "nodesets.slinky.slurm.net",
            "nodesets.slurm.nebius.ai",
            "nodesets.sunk.coreweave.com",
            "statefulsets.apps");

    private final Map<String, byte[]> byPath;

    Documents(String version) {
        byPath = Map.of(
                GROUPS_PATH,
                groups(),
                "/apis/" + EXTERNAL,
                group(EXTERNAL, EXTERNAL_VERSION),
                EXTERNAL_PATH,
                externalResources(),
                "/apis/" + CUSTOM,
                group(CUSTOM, CUSTOM_VERSION),
                CUSTOM_PATH,
                customResources(),
                "/openapi/v2",
                openApi(version),
                "/openapi/v3",
                JsonDocument.object(json -> JsonDocument.member(json, "paths", unused -> {})),
                "/version",
                version(version));
    }

    byte[] at(String path) {
        return byPath.getOrDefault(path, new byte[0]);
    }

    private static byte[] groups() {
        return JsonDocument.object("APIGroupList", "v1", json -> {
            json.writeArrayFieldStart("groups");
            for (List<String> group : List.of(List.of(CUSTOM, CUSTOM_VERSION), List.of(EXTERNAL, EXTERNAL_VERSION))) {
                json.writeStartObject();
                writeGroup(json, group.get(0), group.get(1));
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static byte[] group(String name, String version) {
        return JsonDocument.object("APIGroup", "v1", json -> writeGroup(json, name, version));
    }

    private static void writeGroup(JsonGenerator json, String name, String version) throws IOException {
        json.writeStringField("name", name);
        json.writeArrayFieldStart("versions");
        json.writeStartObject();
        writeVersion(json, name, version);
        json.writeEndObject();
        json.writeEndArray();
        JsonDocument.member(json, "preferredVersion", preferred -> writeVersion(preferred, name, version));
    }

    private static void writeVersion(JsonGenerator json, String name, String version) throws IOException {
        json.writeStringField("groupVersion", name + "/" + version);
        json.writeStringField("version", version);
    }

    private static byte[] externalResources() {
        List<String> names =
                Arrays.stream(Metric.values()).map(Metric::metricName).toList();
        return resources(EXTERNAL + "/" + EXTERNAL_VERSION, names, "ExternalMetricValueList");
    }

    private static byte[] customResources() {
        List<String> names = OBJECTS.stream()
                .flatMap(object -> Metric.ofObjects().stream().map(metric -> object + "/" + metric.metricName()))
                .toList();
        return resources(CUSTOM + "/" + CUSTOM_VERSION, names, "MetricValueList");
    }

    private static byte[] resources(String groupVersion, List<String> names, String kind) {
        return JsonDocument.object("APIResourceList", "v1", json -> {
            json.writeStringField("groupVersion", groupVersion);
            json.writeArrayFieldStart("resources");
            for (String name : names) {
                json.writeStartObject();
                json.writeStringField("name", name);
                json.writeStringField("singularName", "");
                json.writeBooleanField("namespaced", true);
                json.writeStringField("kind", kind);
                json.writeArrayFieldStart("verbs");
                json.writeString("get");
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static byte[] openApi(String version) {
        return JsonDocument.object(json -> {
            json.writeStringField("swagger", "2.0");
            JsonDocument.member(json, "info", info -> {
                info.writeStringField("title", "Sluice autoscaler adapter");
                info.writeStringField("version", version);
            });
            JsonDocument.member(json, "paths", unused -> {});
        });
    }

    private static byte[] version(String version) {
        return JsonDocument.object(json -> {
            json.writeStringField("major", "0");
            json.writeStringField("minor", "0");
            json.writeStringField("gitVersion", "v" + version);
        });
    }
}
