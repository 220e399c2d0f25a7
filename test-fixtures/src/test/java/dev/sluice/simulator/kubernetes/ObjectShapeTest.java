package dev.sluice.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.lab.kubernetes.DynamicNodes;
import dev.sluice.simulator.Captures;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Simulated objects have only members and conditions that the captured objects also have. */
class ObjectShapeTest {
    private static final String SLURM = "/namespaces/slurm";
    private static final NodeSetSpec SPEC =
            new NodeSetSpec("gpu-h100", 180, 1_900_000, 8, "Gres=gpu:h100:8", "p5.48xlarge", 8, 4, 1, 8);

    private final DynamicNodes slurm = new DynamicNodes("gpu-h100", 1_000_000);
    private final SimulatedKubernetes kubernetes =
            new SimulatedKubernetes(List.of(SPEC), slurm.controller(), 1_000_000);
    private final SimulatedApiServer server;

    ObjectShapeTest() throws Exception {
        server = kubernetes.serve();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void nodeSets() throws Exception {
        JsonNode real = Captures.item("lists/nodesets-slinky-ns-slurm.json", "slurm-worker-a100");
        JsonNode ours = get("/apis/slinky.slurm.net/v1beta1" + SLURM + "/nodesets/slurm-worker-gpu-h100");
        assertThat(withoutManagedFields(real)).containsAll(Captures.shape(ours));
        assertThat(ours.get("status"))
                .hasToString(
                        "{\"desired\":4,\"replicas\":4,\"readyReplicas\":4,\"slurmIdle\":4,\"observedGeneration\":1}");
    }

    /** The pod is marked for deletion while it runs a job, like gpu-h100-2 in the captured responses. */
    @Test
    void aPodThatIsCondemned() throws Exception {
        for (int i = 0; i < 4; i++) {
            slurm.busyUntil("gpu-h100-" + i, 1_003_600 - i);
        }
        // The operator reads the jobs, and kubelet writes the Ready condition that the operator has overwritten.
        kubernetes.step(1_000_030);
        kubernetes.step(1_000_040);
        kubernetes.scale("slurm-worker-gpu-h100", 3);
        kubernetes.step(1_000_045);
        JsonNode ours = get("/api/v1" + SLURM + "/pods/slurm-worker-gpu-h100-3");
        isLike(ours, Captures.item("lists/pods-ns-slurm.json", "slurm-worker-gpu-h100-2"));
        assertThat(ours.at("/metadata/annotations")).hasToString("{\"nodeset.slinky.slurm.net/pod-cordon\":\"true\"}");
        assertThat(ours.at("/status/conditions/2/message").asText())
                .isEqualTo("slurm-operator: Pod (slurm/slurm-worker-gpu-h100-3) is pending termination for scale-in");
        assertThat(ours.at("/spec/hostname").asText()).isEqualTo("gpu-h100-3");
    }

    @Test
    void podsThatStartOrWaitForAMachine() throws Exception {
        kubernetes.scale("slurm-worker-gpu-h100", 9);
        kubernetes.step(1_000_005);
        kubernetes.step(1_000_010);
        JsonNode starts = get("/api/v1" + SLURM + "/pods/slurm-worker-gpu-h100-4");
        assertThat(conditions(Captures.item("lists/pods-ns-slurm.json", "slurm-worker-cpu-4")))
                .containsAll(conditions(starts));
        JsonNode waits = get("/api/v1" + SLURM + "/pods/slurm-worker-gpu-h100-8");
        assertThat(conditions(Captures.item("lists/pods-ns-slurm.json", "slurm-worker-cpu-3")))
                .isEqualTo(conditions(waits));
        assertThat(waits.at("/status/conditions/0/reason").asText()).isEqualTo("Unschedulable");
    }

    @Test
    void machines() throws Exception {
        JsonNode ours = get("/api/v1/nodes/ip-10-0-1-11.eu-west-1.compute.internal");
        isLike(ours, Captures.item("lists/nodes.json", "ip-10-0-1-11.eu-west-1.compute.internal"));
        assertThat(ours.at("/status/capacity/nvidia.com~1gpu").asText()).isEqualTo("8");
    }

    @Test
    void autoscalers() throws Exception {
        kubernetes.metricsFrom(nodeSet -> MetricSource.Reading.of(3200));
        kubernetes.step(1_000_015);
        JsonNode real = Captures.item("lists/hpas-ns-slurm.json", "slurm-worker-gpu-h100");
        JsonNode ours = get("/apis/autoscaling/v2" + SLURM + "/horizontalpodautoscalers/slurm-worker-gpu-h100");
        isLike(ours, real);
        assertThat(ours.at("/spec/behavior/scaleDown")).isEqualTo(real.at("/spec/behavior/scaleDown"));
        assertThat(ours.at("/spec/metrics")).isEqualTo(real.at("/spec/metrics"));
        assertThat(ours.at("/status/conditions/1/message")).isEqualTo(real.at("/status/conditions/1/message"));
    }

    /** Single objects have a kind and a version, but items of built-in lists have none. */
    private static void isLike(JsonNode ours, JsonNode real) {
        Set<String> shape = new TreeSet<>(Captures.shape(ours));
        shape.removeAll(Set.of("/kind:STRING", "/apiVersion:STRING"));
        assertThat(withoutManagedFields(real)).containsAll(shape);
        assertThat(conditions(real)).containsAll(conditions(ours));
    }

    private static Set<String> withoutManagedFields(JsonNode real) {
        Set<String> shape = new TreeSet<>(Captures.shape(real));
        shape.removeIf(path -> path.startsWith("/metadata/managedFields"));
        return shape;
    }

    private static List<String> conditions(JsonNode object) {
        List<String> found = new java.util.ArrayList<>();
        object.at("/status/conditions")
                .forEach(c ->
                        found.add(c.get("type").asText() + "=" + c.get("status").asText()));
        return found;
    }

    private JsonNode get(String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server.uri() + path)).build();
        HttpResponse<byte[]> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        return Captures.parse(response.body());
    }
}
