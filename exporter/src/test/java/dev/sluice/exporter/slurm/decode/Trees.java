package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Captured responses as trees. A library other than the exporter's reader reads and writes the trees. */
public final class Trees {

    public static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    /** Accepts only one complete document. */
    public static final JsonMapper STRICT_MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Trees() {}

    /** Returns the path of a captured list in the capture's folder. */
    public static String path(String version, String endpoint) {
        return "rest/" + version + "/slurm/" + (endpoint.equals("jobs") ? "jobs-flags-all" : endpoint) + ".json";
    }

    public static byte[] body(String release, String version, String endpoint) {
        return Capture.of(release).bytes(path(version, endpoint));
    }

    public static ObjectNode captured(String release, String version, String endpoint) throws IOException {
        return object(body(release, version, endpoint));
    }

    public static ObjectNode object(byte[] json) throws IOException {
        return (ObjectNode) MAPPER.readTree(json);
    }

    public static ObjectNode object(String json) throws IOException {
        return object(json.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] bytes(JsonNode tree) throws IOException {
        return MAPPER.writeValueAsBytes(tree);
    }
}
