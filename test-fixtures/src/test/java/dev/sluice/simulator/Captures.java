package dev.sluice.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;

/** Captured responses of a real slurmrestd 26.05. Also determines the shape of JSON. */
public final class Captures {
    private static final JsonMapper MAPPER = new JsonMapper();

    private Captures() {}

    public static JsonNode json(String path) throws IOException {
        return MAPPER.readTree(bytes(path));
    }

    public static JsonNode parse(byte[] body) throws IOException {
        return MAPPER.readTree(body);
    }

    public static byte[] bytes(String path) throws IOException {
        InputStream found = Optional.ofNullable(Captures.class.getResourceAsStream("/slurm-26.05/" + path))
                .orElseThrow(() -> new FileNotFoundException(path));
        try (InputStream in = path.endsWith(".gz") ? new GZIPInputStream(found) : found) {
            return in.readAllBytes();
        }
    }

    /**
     * Returns every member with its type; merges the elements of each array: {@code /jobs[]/priority/number:NUMBER}.
     */
    public static Set<String> shape(JsonNode node) {
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
