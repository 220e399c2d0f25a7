package dev.sluice.adapter.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.adapter.metrics.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The constant documents: unaggregated discovery, OpenAPI and the version. */
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

    /** The resources that can have demand: the NodeSets of all known operators, and StatefulSets. */
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
                JsonDocument.bytes(JsonDocument.object().set("paths", JsonDocument.object())),
                "/version",
                version(version));
    }

    byte[] at(String path) {
        return byPath.getOrDefault(path, new byte[0]);
    }

    private static byte[] groups() {
        ObjectNode list = JsonDocument.object("APIGroupList", "v1");
        list.putArray("groups")
                .add(describe(JsonDocument.object(), CUSTOM, CUSTOM_VERSION))
                .add(describe(JsonDocument.object(), EXTERNAL, EXTERNAL_VERSION));
        return JsonDocument.bytes(list);
    }

    private static byte[] group(String name, String version) {
        return JsonDocument.bytes(describe(JsonDocument.object("APIGroup", "v1"), name, version));
    }

    private static ObjectNode describe(ObjectNode group, String name, String version) {
        group.put("name", name);
        group.putArray("versions").add(groupVersion(name, version));
        return group.set("preferredVersion", groupVersion(name, version));
    }

    private static ObjectNode groupVersion(String name, String version) {
        return JsonDocument.object().put("groupVersion", name + "/" + version).put("version", version);
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
        ObjectNode list = JsonDocument.object("APIResourceList", "v1").put("groupVersion", groupVersion);
        list.set("resources", JsonDocument.array(names, name -> {
            ObjectNode resource = JsonDocument.object()
                    .put("name", name)
                    .put("singularName", "")
                    .put("namespaced", true)
                    .put("kind", kind);
            resource.putArray("verbs").add("get");
            return resource;
        }));
        return JsonDocument.bytes(list);
    }

    private static byte[] openApi(String version) {
        ObjectNode document = JsonDocument.object().put("swagger", "2.0");
        document.putObject("info").put("title", "Sluice autoscaler adapter").put("version", version);
        document.putObject("paths");
        return JsonDocument.bytes(document);
    }

    private static byte[] version(String version) {
        return JsonDocument.bytes(
                JsonDocument.object().put("major", "0").put("minor", "0").put("gitVersion", "v" + version));
    }
}
