package dev.sluice.exporter.realslurm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.simulator.kubernetes.KubeconfigFile;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import dev.sluice.simulator.kubernetes.api.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * Nodes of a real cluster that look like nodes of Slinky's NodeSets, and an exporter that reads the nodes and the
 * NodeSets. The comment of a node says that slurm-operator created the node for a pod. The test sets whether this pod
 * exists.
 */
final class RealNodeSets implements AutoCloseable {

    private static final String NAMESPACE = "slurm";

    /** On a busy machine, a response takes seconds. In these tests, the load of slurmctld by polls does not matter. */
    static final String POLL = "{interval: 1s, slowInterval: 1s, dutyCycle: 0.9}";

    private static final String MADE = "2026-01-01T00:00:00Z";

    private final ObjectStore objects = new ObjectStore();
    private final SimulatedApiServer api;
    private final StartedExporter exporter;

    /** The maximum exceeds the number of existing nodes, so that the maximum does not limit the demand. */
    RealNodeSets(RealCluster cluster) throws Exception {
        this(
                cluster,
                Arrays.stream(RealNodes.values())
                        .map(nodes -> "{name: " + nodes.nodeSet() + ", max: 50}")
                        .collect(Collectors.joining(", ")));
    }

    /**
     * Sets the comments of the cluster's nodes, and starts an exporter that reads these comments.
     *
     * @param settings the exporter's settings for the NodeSets
     */
    RealNodeSets(RealCluster cluster, String settings) throws Exception {
        for (RealNodes nodes : RealNodes.values()) {
            objects.apply(ResourceType.NODE_SETS, nodeSet(nodes.nodeSet()));
            for (int ordinal = 0; ordinal < nodes.count(); ordinal++) {
                cluster.cli(
                        "scontrol", "update", "nodename=" + nodes.node(ordinal), "comment=" + comment(nodes, ordinal));
            }
        }
        api = new SimulatedApiServer(objects, Duration.ofSeconds(1));
        Path folder = Files.createTempDirectory(Path.of("target"), "real-node-sets");
        Path kubeconfig = folder.toAbsolutePath().resolve("kubeconfig");
        KubeconfigFile.write(kubeconfig, api.uri());
        exporter = StartedExporter.start(
                folder,
                cluster.setting("REST_URL") + jobsReader(cluster, folder),
                Path.of(cluster.setting("TOKEN_FILE")),
                POLL,
                "{enabled: true, namespace: slurm, kubeconfig: '" + kubeconfig + "', nodes: false, nodeSets: ["
                        + settings + "]}");
    }

    /** With 24.11, the jobs come from squeue and scontrol. With other releases, the jobs come from slurmrestd. */
    private static String jobsReader(RealCluster cluster, Path folder) throws IOException {
        return cluster.setting("SLURM_RELEASE").equals("24.11")
                ? "\n      squeue: " + cluster.squeue(folder) + "\n      squeueAfter: 0s"
                : "";
    }

    /** Gives the first nodes a pod, and removes the pods of the other nodes. */
    void pods(RealNodes nodes, long count) {
        for (int ordinal = 0; ordinal < nodes.count(); ordinal++) {
            String name = pod(nodes, ordinal);
            if (ordinal < count) {
                objects.apply(ResourceType.PODS, pod(name, nodes, ordinal));
            } else {
                objects.delete(ResourceType.PODS, NAMESPACE, name);
            }
        }
    }

    /** Returns the demand for a NodeSet. Uses only responses to requests that begin after this call. */
    JsonNode demand(RealNodes nodes) {
        // The times in Slurm's responses are rounded to seconds, and the exporter requests reservations separately.
        Instant after = Instant.now().plusSeconds(3);
        AtomicReference<JsonNode> found = new AtomicReference<>(MissingNode.getInstance());
        Awaitility.await(nodes.nodeSet()).atMost(Duration.ofSeconds(60)).until(() -> {
            JsonNode demand = exporter.demand();
            for (JsonNode set : demand.path("nodeSets")) {
                if (set.path("name").asText().equals(nodes.nodeSet())) {
                    found.set(set);
                }
            }
            return demand.path("publishing").asBoolean()
                    && Instant.parse(demand.path("observedAt").asText()).isAfter(after);
        });
        return found.get();
    }

    /** Returns a response of the exporter's API. */
    JsonNode answer(String path) throws Exception {
        return exporter.answer(path);
    }

    private static String comment(RealNodes nodes, int ordinal) {
        return "{\"namespace\":\"" + NAMESPACE + "\",\"podName\":\"" + pod(nodes, ordinal)
                + "\",\"node\":\"kube-1\",\"nodeSetName\":\"" + nodes.nodeSet() + "\"}";
    }

    private static String pod(RealNodes nodes, int ordinal) {
        return nodes.nodeSet() + "-" + ordinal;
    }

    /** Returns a NodeSet without replicas. */
    static ObjectNode nodeSet(String name) {
        ObjectNode nodeSet = Trees.captured("lists/nodesets-slinky-ns-slurm.json", "slurm-worker-a100");
        Trees.set(nodeSet, "/metadata", "name", name);
        Trees.set(nodeSet, "/spec", "replicas", 0);
        Trees.set(nodeSet, "/spec/template/spec", "hostname", name + "-");
        return nodeSet;
    }

    private static ObjectNode pod(String name, RealNodes nodes, int ordinal) {
        String label = "nodeset.slinky.slurm.net/pod-";
        ObjectNode labels = Trees.object("app.kubernetes.io/name", "slurmd", label + "hostname", nodes.node(ordinal))
                .put(label + "index", Integer.toString(ordinal));
        ObjectNode owner = Trees.object("apiVersion", "slinky.slurm.net/v1beta1", "kind", "NodeSet")
                .put("name", nodes.nodeSet())
                .put("controller", true);
        ObjectNode metadata = Trees.object("name", name, "namespace", NAMESPACE, "labels", labels)
                .put("creationTimestamp", MADE);
        Trees.set(metadata, "", "ownerReferences", List.of(owner));
        ObjectNode ready = Trees.object("type", "Ready", "status", "True");
        ObjectNode status = Trees.object("phase", "Running", "conditions", List.of(ready));
        return Trees.object("metadata", metadata, "status", status);
    }

    /** Removes the comments of the cluster's nodes. */
    static void forget(RealCluster cluster) throws Exception {
        for (RealNodes nodes : RealNodes.values()) {
            for (int ordinal = 0; ordinal < nodes.count(); ordinal++) {
                cluster.cli("scontrol", "update", "nodename=" + nodes.node(ordinal), "comment=");
            }
        }
    }

    @Override
    public void close() {
        exporter.close();
        api.close();
    }
}
