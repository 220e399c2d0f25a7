package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.fixtures.Capture;
import dev.sluice.simulator.rest.RestApi;
import dev.sluice.simulator.rest.Timeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Captured responses of a real slurmrestd 26.05 and of a real API server. Also determines the shape of JSON. */
public final class Captures {
    private static final Capture SLURM = Capture.of("26.05");
    private static final Capture KUBERNETES = Capture.ofKubernetes("1.36");
    private static final JsonMapper MAPPER = new JsonMapper();

    private Captures() {}

    public static JsonNode json(String path) {
        return parse(bytes(path));
    }

    public static JsonNode parse(byte[] body) {
        return parse(new String(body, StandardCharsets.UTF_8));
    }

    public static JsonNode parse(String body) {
        try {
            return MAPPER.readTree(body);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Returns the simulator's response to a request for a path, such as {@code /slurm/v0.0.45/jobs/}. */
    public static JsonNode simulated(SimulatedCluster cluster, String path, String query) {
        RestApi api = new RestApi(
                cluster.controller(), cluster.statistics(), Timeline.asIs(), Optional.empty(), Optional.empty());
        RestApi.Answer answer = api.answer(new RestApi.Request("GET", path, query, Optional.empty()));
        assertThat(answer.status()).isEqualTo(200);
        return parse(answer.body());
    }

    public static byte[] bytes(String path) {
        return SLURM.bytes(path);
    }

    /** Returns a response of the API server. */
    public static JsonNode kubernetes(String path) {
        return parse(KUBERNETES.bytes(path));
    }

    /** Returns the item of a list of the API server with the given name. */
    public static JsonNode item(String path, String name) {
        for (JsonNode item : kubernetes(path).get("items")) {
            if (item.at("/metadata/name").asText().equals(name)) {
                return item;
            }
        }
        throw new IllegalArgumentException("no " + name + " in " + path);
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
