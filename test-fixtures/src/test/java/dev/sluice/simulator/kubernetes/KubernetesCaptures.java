package dev.sluice.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.TreeSet;

/** Captured responses of a real API server. Also determines the shape of objects. */
public final class KubernetesCaptures {
    private static final Capture CAPTURE = Capture.ofKubernetes("1.36");
    private static final JsonMapper MAPPER = new JsonMapper();

    private KubernetesCaptures() {}

    public static JsonNode json(String path) {
        return parse(CAPTURE.bytes(path));
    }

    public static JsonNode parse(byte[] body) {
        try {
            return MAPPER.readTree(body);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Returns the item of a captured list with the given name. */
    public static JsonNode item(String path, String name) {
        for (JsonNode item : json(path).get("items")) {
            if (item.at("/metadata/name").asText().equals(name)) {
                return item;
            }
        }
        throw new IllegalArgumentException("no " + name + " in " + path);
    }

    /** Returns every member with its type; merges the elements of each array: {@code /spec/replicas:NUMBER}. */
    static Set<String> shape(JsonNode node) {
        Set<String> shape = new TreeSet<>();
        collect(node, "", shape);
        return shape;
    }

    private static void collect(JsonNode node, String path, Set<String> shape) {
        shape.add(path + ":" + node.getNodeType());
        node.properties().forEach(member -> collect(member.getValue(), path + "/" + member.getKey(), shape));
        if (node.isArray()) {
            node.forEach(element -> collect(element, path + "[]", shape));
        }
    }
}
