package dev.sluice.adapter.api;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.adapter.metrics.Metric;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The documents that describe the API. The API server itself converts these documents to aggregated discovery.
 *
 * @param version version of the adapter
 */
record Discovery(String version) {

    static final String EXTERNAL = "external.metrics.k8s.io";
    static final String EXTERNAL_VERSION = "v1beta1";
    static final String CUSTOM = "custom.metrics.k8s.io";
    static final String CUSTOM_VERSION = "v1beta2";

    private static final String GROUPS = "/apis";
    private static final String EXTERNAL_GROUP = GROUPS + "/" + EXTERNAL;
    private static final String CUSTOM_GROUP = GROUPS + "/" + CUSTOM;
    static final String EXTERNAL_PATH = EXTERNAL_GROUP + "/" + EXTERNAL_VERSION;
    static final String CUSTOM_PATH = CUSTOM_GROUP + "/" + CUSTOM_VERSION;
    private static final String OPEN_API_2 = "/openapi/v2";
    private static final String OPEN_API_3 = "/openapi/v3";

    static final Set<String> PATHS = Set.of(
            GROUPS, EXTERNAL_GROUP, EXTERNAL_PATH, CUSTOM_GROUP, CUSTOM_PATH, OPEN_API_2, OPEN_API_3, "/version");

    /**
     * Returns the JSON document at one of {@link #PATHS}.
     *
     * @param objects resources with demand, such as {@code nodesets.slinky.slurm.net}
     */
    String document(String path, Collection<String> objects) {
        return switch (path) {
            case GROUPS -> """
                {"kind":"APIGroupList","apiVersion":"v1","groups":[%s,%s]}
                """.formatted(group(CUSTOM, CUSTOM_VERSION), group(EXTERNAL, EXTERNAL_VERSION));
            case EXTERNAL_GROUP -> group(EXTERNAL, EXTERNAL_VERSION);
            case CUSTOM_GROUP -> group(CUSTOM, CUSTOM_VERSION);
            case EXTERNAL_PATH ->
                resources(
                        EXTERNAL + "/" + EXTERNAL_VERSION,
                        "ExternalMetricValueList",
                        Stream.of(Metric.values()).map(Metric::metricName));
            case CUSTOM_PATH ->
                resources(
                        CUSTOM + "/" + CUSTOM_VERSION,
                        "MetricValueList",
                        objects.stream()
                                .flatMap(object ->
                                        Metric.ofObjects().stream().map(metric -> object + "/" + metric.metricName())));
            case OPEN_API_2 -> """
                {"swagger":"2.0","info":{"title":"Sluice autoscaler adapter","version":"%s"},"paths":{}}
                """.formatted(version);
            case OPEN_API_3 -> "{\"paths\":{}}";
            default -> """
                {"major":"0","minor":"0","gitVersion":"v%s"}
                """.formatted(version);
        };
    }

    private static String group(String name, String version) {
        return """
                {"kind":"APIGroup","apiVersion":"v1","name":"%1$s",
                 "versions":[{"groupVersion":"%1$s/%2$s","version":"%2$s"}],
                 "preferredVersion":{"groupVersion":"%1$s/%2$s","version":"%2$s"}}
                """.formatted(name, version);
    }

    private static String resources(String groupVersion, String kind, Stream<String> names) {
        String resources =
                names.map(name -> """
                        {"name":%s,"singularName":"","namespaced":true,"kind":"%s","verbs":["get"]}
                        """.formatted(TextNode.valueOf(name), kind)).collect(Collectors.joining(","));
        return """
                {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"%s","resources":[%s]}
                """.formatted(groupVersion, resources);
    }
}
