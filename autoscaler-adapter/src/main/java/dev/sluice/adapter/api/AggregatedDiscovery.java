package dev.sluice.adapter.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.adapter.metrics.Metric;
import dev.sluice.common.tls.Sha256;
import java.util.List;
import java.util.Map;

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
        ObjectNode document = JsonDocument.object("APIGroupDiscoveryList", GROUP + "/" + version);
        document.putObject("metadata");
        document.putArray("items")
                .add(group(
                        Documents.CUSTOM,
                        Documents.CUSTOM_VERSION,
                        JsonDocument.array(Documents.OBJECTS, AggregatedDiscovery::object)))
                .add(group(
                        Documents.EXTERNAL,
                        Documents.EXTERNAL_VERSION,
                        JsonDocument.array(List.of(Metric.values()), AggregatedDiscovery::external)));
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

    private static ObjectNode group(String name, String version, ArrayNode resources) {
        ObjectNode group = JsonDocument.object();
        group.putObject("metadata").put("name", name);
        ObjectNode only = group.putArray("versions").addObject().put("version", version);
        only.set("resources", resources);
        only.put("freshness", "Current");
        return group;
    }

    private static ObjectNode external(Metric metric) {
        ObjectNode resource = JsonDocument.object().put("resource", metric.metricName());
        kind(resource, Documents.EXTERNAL, Documents.EXTERNAL_VERSION, "ExternalMetricValueList");
        resource.put("scope", "Namespaced").put("singularResource", "");
        resource.putArray("verbs").add("get");
        return resource;
    }

    private static ObjectNode object(String object) {
        ObjectNode resource = JsonDocument.object().put("resource", object);
        // The adapter serves only the metrics of the objects, not the objects.
        kind(resource, "", "", "");
        resource.put("scope", "Namespaced").put("singularResource", "");
        resource.putArray("verbs");
        return resource.set("subresources", JsonDocument.array(Metric.ofObjects(), metric -> {
            ObjectNode subresource = JsonDocument.object().put("subresource", metric.metricName());
            kind(subresource, Documents.CUSTOM, Documents.CUSTOM_VERSION, "MetricValueList");
            subresource.putArray("verbs").add("get");
            return subresource;
        }));
    }

    private static void kind(ObjectNode resource, String group, String version, String kind) {
        resource.putObject("responseKind")
                .put("group", group)
                .put("version", version)
                .put("kind", kind);
    }
}
