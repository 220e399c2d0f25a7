package dev.sluice.adapter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.adapter.metrics.Metric;
import dev.sluice.common.tls.Sha256;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The discovery of both API groups in one document, which the aggregation layer requests once a minute. */
final class AggregatedDiscovery {

    /** The versions of the format. For these API groups, both versions have the same content. */
    static final List<String> VERSIONS = List.of("v2", "v2beta1");

    private static final String GROUP = "apidiscovery.k8s.io";

    private final String contentType;
    private final String etag;
    private final byte[] body;

    AggregatedDiscovery(String version) {
        contentType = "application/json;g=" + GROUP + ";v=" + version + ";as=APIGroupDiscoveryList";
        Groups document = new Groups(
                "APIGroupDiscoveryList",
                GROUP + "/" + version,
                Map.of(),
                List.of(
                        Group.of(
                                Documents.CUSTOM,
                                Documents.CUSTOM_VERSION,
                                Documents.OBJECTS.stream().map(AggregatedDiscovery::object)),
                        Group.of(
                                Documents.EXTERNAL,
                                Documents.EXTERNAL_VERSION,
                                Stream.of(Metric.values()).map(AggregatedDiscovery::external))));
        body = JsonDocument.bytes(document);
        etag = "\"" + Sha256.hex(body) + "\"";
    }

    /** Returns the document, or status 304 if the client already has the document. */
    ApiAnswer answer(ApiRequest request) {
        boolean known =
                request.ifNoneMatch().filter(tags -> tags.contains(etag)).isPresent();
        return known
                ? new ApiAnswer(304, Map.of("ETag", etag, "Vary", "Accept"), new byte[0])
                : new ApiAnswer(
                        200,
                        Map.of(
                                "Content-Type",
                                contentType,
                                "ETag",
                                etag,
                                "Vary",
                                "Accept",
                                "Cache-Control",
                                "no-cache, private"),
                        body);
    }

    private record Groups(String kind, String apiVersion, Map<String, String> metadata, List<Group> items) {}

    private record Group(Map<String, String> metadata, List<Version> versions) {

        static Group of(String name, String version, Stream<Resource> resources) {
            return new Group(Map.of("name", name), List.of(new Version(version, resources.toList(), "Current")));
        }
    }

    private record Version(String version, List<Resource> resources, String freshness) {}

    private record Resource(
            String resource,
            Kind responseKind,
            String scope,
            String singularResource,
            List<String> verbs,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Subresource> subresources) {}

    private record Subresource(String subresource, Kind responseKind, List<String> verbs) {}

    private record Kind(String group, String version, String kind) {}

    private static Resource external(Metric metric) {
        Kind kind = new Kind(Documents.EXTERNAL, Documents.EXTERNAL_VERSION, "ExternalMetricValueList");
        return new Resource(metric.metricName(), kind, "Namespaced", "", List.of("get"), List.of());
    }

    private static Resource object(String object) {
        Kind kind = new Kind(Documents.CUSTOM, Documents.CUSTOM_VERSION, "MetricValueList");
        List<Subresource> metrics = Metric.ofObjects().stream()
                .map(metric -> new Subresource(metric.metricName(), kind, List.of("get")))
                .toList();
        // The adapter serves only the metrics of the objects, not the objects.
        return new Resource(object, new Kind("", "", ""), "Namespaced", "", List.of(), metrics);
    }
}
