package dev.sluice.adapter.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.adapter.metrics.Metric;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The constant documents: unaggregated discovery, OpenAPI and the version. */
final class Documents {

    static final String EXTERNAL = "external.metrics.k8s.io";
    static final String EXTERNAL_VERSION = "v1beta1";
    static final String EXTERNAL_PATH = "/apis/" + EXTERNAL + "/" + EXTERNAL_VERSION;
    static final String CUSTOM = "custom.metrics.k8s.io";
    static final String CUSTOM_VERSION = "v1beta2";
    static final String CUSTOM_PATH = "/apis/" + CUSTOM + "/" + CUSTOM_VERSION;

    static final String GROUPS_PATH = "/apis";
    /** The resources that can have demand: the NodeSets of all known operators, and StatefulSets. */
    static final List<String> OBJECTS = List.of(
            "nodesets.slinky.slurm.net",
            "nodesets.slurm.nebius.ai",
            "nodesets.sunk.coreweave.com",
            "statefulsets.apps");

    private static final Map<String, Function<String, ObjectNode>> BY_PATH = Map.of(
            GROUPS_PATH,
            version -> groups(),
            "/apis/" + EXTERNAL,
            version -> group(EXTERNAL, EXTERNAL_VERSION),
            EXTERNAL_PATH,
            version -> externalResources(),
            "/apis/" + CUSTOM,
            version -> group(CUSTOM, CUSTOM_VERSION),
            CUSTOM_PATH,
            version -> customResources(),
            "/openapi/v2",
            Documents::openApi,
            "/openapi/v3",
            version -> JsonDocument.object().set("paths", JsonDocument.object()),
            "/version",
            Documents::version);

    static final Set<String> PATHS = BY_PATH.keySet();

    private final Map<String, byte[]> bytes = new HashMap<>();

    Documents(String version) {
        BY_PATH.forEach((path, document) -> bytes.put(path, JsonDocument.bytes(document.apply(version))));
    }

    byte[] at(String path) {
        return bytes.getOrDefault(path, new byte[0]);
    }

    private static ObjectNode groups() {
        ObjectNode list = JsonDocument.object("APIGroupList", "v1");
        list.putArray("groups")
                .add(describe(JsonDocument.object(), CUSTOM, CUSTOM_VERSION))
                .add(describe(JsonDocument.object(), EXTERNAL, EXTERNAL_VERSION));
        return list;
    }

    private static ObjectNode group(String name, String version) {
        return describe(JsonDocument.object("APIGroup", "v1"), name, version);
    }

    private static ObjectNode describe(ObjectNode group, String name, String version) {
        group.put("name", name);
        group.putArray("versions").add(groupVersion(name, version));
        return group.set("preferredVersion", groupVersion(name, version));
    }

    private static ObjectNode groupVersion(String name, String version) {
        return JsonDocument.object().put("groupVersion", name + "/" + version).put("version", version);
    }

    private static ObjectNode externalResources() {
        List<String> names =
                Arrays.stream(Metric.values()).map(Metric::metricName).toList();
        return resources(EXTERNAL + "/" + EXTERNAL_VERSION, names, "ExternalMetricValueList");
    }

    private static ObjectNode customResources() {
        List<String> names = OBJECTS.stream()
                .flatMap(object -> Metric.ofObjects().stream().map(metric -> object + "/" + metric.metricName()))
                .toList();
        return resources(CUSTOM + "/" + CUSTOM_VERSION, names, "MetricValueList");
    }

    private static ObjectNode resources(String groupVersion, List<String> names, String kind) {
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
        return list;
    }

    private static ObjectNode openApi(String version) {
        ObjectNode document = JsonDocument.object().put("swagger", "2.0");
        document.putObject("info").put("title", "Sluice autoscaler adapter").put("version", version);
        document.putObject("paths");
        return document;
    }

    private static ObjectNode version(String version) {
        return JsonDocument.object().put("major", "0").put("minor", "0").put("gitVersion", "v" + version);
    }
}
