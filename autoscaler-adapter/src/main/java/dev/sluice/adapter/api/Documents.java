package dev.sluice.adapter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.adapter.metrics.Metric;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

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

    private static final Map<String, Function<String, Object>> BY_PATH = Map.of(
            GROUPS_PATH,
            version -> groups(),
            "/apis/" + EXTERNAL,
            version -> Group.of("APIGroup", "v1", EXTERNAL, EXTERNAL_VERSION),
            EXTERNAL_PATH,
            version -> externalResources(),
            "/apis/" + CUSTOM,
            version -> Group.of("APIGroup", "v1", CUSTOM, CUSTOM_VERSION),
            CUSTOM_PATH,
            version -> customResources(),
            "/openapi/v2",
            Documents::openApi,
            "/openapi/v3",
            version -> Map.of("paths", Map.of()),
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

    /** An API group; without kind and version in a list. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    private record Group(
            String kind, String apiVersion, String name, List<GroupVersion> versions, GroupVersion preferredVersion) {

        static Group of(String kind, String apiVersion, String name, String version) {
            GroupVersion only = new GroupVersion(name + "/" + version, version);
            return new Group(kind, apiVersion, name, List.of(only), only);
        }
    }

    private record GroupVersion(String groupVersion, String version) {}

    private record GroupList(String kind, String apiVersion, List<Group> groups) {}

    private record ResourceList(String kind, String apiVersion, String groupVersion, List<Resource> resources) {}

    private record Resource(String name, String singularName, boolean namespaced, String kind, List<String> verbs) {}

    private record OpenApi(String swagger, Info info, Map<String, String> paths) {}

    private record Info(String title, String version) {}

    private record Version(String major, String minor, String gitVersion) {}

    private static GroupList groups() {
        return new GroupList(
                "APIGroupList",
                "v1",
                List.of(Group.of("", "", CUSTOM, CUSTOM_VERSION), Group.of("", "", EXTERNAL, EXTERNAL_VERSION)));
    }

    private static ResourceList externalResources() {
        Stream<String> names = Arrays.stream(Metric.values()).map(Metric::metricName);
        return resources(EXTERNAL + "/" + EXTERNAL_VERSION, names, "ExternalMetricValueList");
    }

    private static ResourceList customResources() {
        Stream<String> names = OBJECTS.stream()
                .flatMap(object -> Metric.ofObjects().stream().map(metric -> object + "/" + metric.metricName()));
        return resources(CUSTOM + "/" + CUSTOM_VERSION, names, "MetricValueList");
    }

    private static ResourceList resources(String groupVersion, Stream<String> names, String kind) {
        return new ResourceList(
                "APIResourceList",
                "v1",
                groupVersion,
                names.map(name -> new Resource(name, "", true, kind, List.of("get")))
                        .toList());
    }

    private static OpenApi openApi(String version) {
        return new OpenApi("2.0", new Info("Sluice autoscaler adapter", version), Map.of());
    }

    private static Version version(String version) {
        return new Version("0", "0", "v" + version);
    }
}
