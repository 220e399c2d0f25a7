package dev.sluice.adapter.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.adapter.metrics.Metric;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Discovery of everything in one document, as the aggregation layer asks for it once a minute. */
final class AggregatedDiscovery {

    /** The versions of its format; they look the same for what is here. */
    static final List<String> VERSIONS = List.of("v2", "v2beta1");

    private static final String GROUP = "apidiscovery.k8s.io";

    private final String contentType;
    private final String etag;
    private final byte[] body;

    AggregatedDiscovery(String version) {
        contentType = "application/json;g=" + GROUP + ";v=" + version + ";as=APIGroupDiscoveryList";
        body = JsonDocument.object("APIGroupDiscoveryList", GROUP + "/" + version, json -> {
            JsonDocument.noMetadata(json);
            json.writeArrayFieldStart("items");
            writeGroup(json, Documents.CUSTOM, Documents.CUSTOM_VERSION, AggregatedDiscovery::writeObjects);
            writeGroup(json, Documents.EXTERNAL, Documents.EXTERNAL_VERSION, AggregatedDiscovery::writeExternal);
            json.writeEndArray();
        });
        etag = "\"" + digest(body) + "\"";
    }

    /** The document, or that the client already has it. */
    ApiAnswer answer(Optional<String> ifNoneMatch) {
        boolean known = ifNoneMatch.filter(tags -> tags.contains(etag)).isPresent();
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

    private static void writeGroup(JsonGenerator json, String name, String version, JsonDocument.Members resources)
            throws IOException {
        json.writeStartObject();
        JsonDocument.member(json, "metadata", metadata -> metadata.writeStringField("name", name));
        json.writeArrayFieldStart("versions");
        json.writeStartObject();
        json.writeStringField("version", version);
        json.writeArrayFieldStart("resources");
        resources.write(json);
        json.writeEndArray();
        json.writeStringField("freshness", "Current");
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeExternal(JsonGenerator json) throws IOException {
        for (Metric metric : Metric.values()) {
            json.writeStartObject();
            json.writeStringField("resource", metric.metricName());
            writeKind(json, Documents.EXTERNAL, Documents.EXTERNAL_VERSION, "ExternalMetricValueList");
            json.writeStringField("scope", "Namespaced");
            json.writeStringField("singularResource", "");
            writeVerbs(json, "get");
            json.writeEndObject();
        }
    }

    private static void writeObjects(JsonGenerator json) throws IOException {
        for (String object : Documents.OBJECTS) {
            json.writeStartObject();
            json.writeStringField("resource", object);
            // Nothing can be done with the objects themselves here, only with their metrics.
            writeKind(json, "", "", "");
            json.writeStringField("scope", "Namespaced");
            json.writeStringField("singularResource", "");
            writeVerbs(json);
            json.writeArrayFieldStart("subresources");
            for (Metric metric : Metric.ofObjects()) {
                json.writeStartObject();
                json.writeStringField("subresource", metric.metricName());
                writeKind(json, Documents.CUSTOM, Documents.CUSTOM_VERSION, "MetricValueList");
                writeVerbs(json, "get");
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private static void writeKind(JsonGenerator json, String group, String version, String kind) throws IOException {
        JsonDocument.member(json, "responseKind", response -> {
            response.writeStringField("group", group);
            response.writeStringField("version", version);
            response.writeStringField("kind", kind);
        });
    }

    private static void writeVerbs(JsonGenerator json, String... verbs) throws IOException {
        json.writeArrayFieldStart("verbs");
        for (String verb : verbs) {
            json.writeString(verb);
        }
        json.writeEndArray();
    }

    private static String digest(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
