package dev.sluice.exporter.failure;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.config.ExporterConfig.ClusterConfig;
import dev.sluice.exporter.config.Loaded;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.SimulatedSlurmrestd;
import dev.sluice.simulator.kubernetes.KubeconfigFile;
import dev.sluice.simulator.kubernetes.SimulatedKubernetes;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the exporter with a failing Slurm and a failing Kubernetes. The exporter must publish no number instead of a
 * wrong number.
 */
class ScalingOutageTest {

    private static final String H100 = "/api/v1/demand/slurm/slurm-worker-gpu-h100";
    private static final Duration LONGER_THAN_ANY_MAX_AGE = Duration.ofSeconds(200);

    private final SimulatedSlurmrestd restd;
    private final SimulatedApiServer apiServer;

    @TempDir
    private Path directory = Path.of("");

    ScalingOutageTest() throws Exception {
        SimulatedCluster cluster = SimulatedCluster.quiet(RunningExporter.START, true);
        restd = SimulatedSlurmrestd.start(cluster);
        SimulatedKubernetes kubernetes = cluster.kubernetes().orElseThrow();
        apiServer = kubernetes.serve(Duration.ofMillis(50));
    }

    @AfterEach
    void stop() {
        apiServer.close();
        restd.close();
    }

    @Test
    void sizesANodeSetByWhatRunsAndWhatWaits() throws Exception {
        // Four nodes exist. One job has two nodes, and the other job requests six nodes, so eight nodes are needed.
        submit("train", 2);
        restd.advance(Duration.ofMinutes(1));
        submit("large", 6);
        restd.advance(Duration.ofMinutes(1));
        try (var exporter = RunningExporter.watching(kubernetes())) {
            exporter.eventually(
                    () -> assertThat(exporter.get(H100).statusCode()).isEqualTo(200));

            JsonNode demand = exporter.json(H100);
            String why = exporter.get("/api/v1/demand?explain=true&format=text").body();
            assertThat(demand.path("desired").asInt()).as(why).isEqualTo(8);
            assertThat(demand.path("busy").asInt()).isEqualTo(2);
            assertThat(demand.path("pendingNodes").asInt()).isEqualTo(6);
            assertThat(demand.path("replicas").asInt()).isEqualTo(4);
            assertThat(exporter.samples("slurm_nodeset_desired_replicas"))
                    .contains("slurm_nodeset_desired_replicas{cluster=\"alpha\",namespace=\"slurm\","
                            + "nodeset=\"slurm-worker-gpu-h100\"} 8");
            // If the exporter has read the nodes before the pods, the exporter joins nodes and pods only at the next
            // poll of the nodes.
            exporter.eventually(() -> assertThat(exporter.samples("slurm_compute_node_info"))
                    .anyMatch(sample -> sample.contains("node=\"gpu-h100-0\"")
                            && sample.contains("pod=\"slurm-worker-gpu-h100-0\"")));
        }
    }

    @Test
    void givesNoNumberOnceSlurmIsSilent() throws Exception {
        try (var exporter = RunningExporter.watching(kubernetes())) {
            exporter.eventually(
                    () -> assertThat(exporter.get(H100).statusCode()).isEqualTo(200));

            restd.close();
            List.of("nodes", "partitions", "jobs").forEach(exporter::awaitDown);
            exporter.pass(LONGER_THAN_ANY_MAX_AGE);

            // The watches need a moment to become current again. Until then, the data of the watches is too old.
            exporter.eventually(() -> {
                HttpResponse<String> answer = exporter.get(H100);
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.body()).contains("cluster alpha: nodes ").contains("no connection");
            });
            assertThat(exporter.get("/api/v1/demand").statusCode()).isEqualTo(503);
            assertThat(exporter.samples("slurm_nodeset_desired_replicas")).isEmpty();
            assertThat(exporter.samples("slurm_autoscaler_publishing"))
                    .hasSize(2)
                    .allMatch(sample -> sample.endsWith(" 0"));
        }
    }

    @Test
    void givesNoNumberOnceKubernetesIsSilentAndGoesOnWithSlurm() throws Exception {
        try (var exporter = RunningExporter.watching(kubernetes())) {
            exporter.eventually(
                    () -> assertThat(exporter.get(H100).statusCode()).isEqualTo(200));

            apiServer.close();
            exporter.awaitDown("kube-pods-slinky");
            exporter.pass(LONGER_THAN_ANY_MAX_AGE);

            exporter.eventually(() -> {
                assertThat(exporter.get(H100).statusCode()).isEqualTo(503);
                assertThat(exporter.get(H100).body()).contains("kube-");
                assertThat(exporter.scrape().age("jobs")).hasValue(0);
            });
            assertThat(exporter.samples("slurm_cluster_jobs")).isNotEmpty();
            assertThat(exporter.samples("slurm_nodeset_ready_replicas")).isEmpty();
            assertThat(exporter.readyz().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void startsWithoutAWayToKubernetesAndSaysWhatIsMissing() {
        Path missing = directory.resolve("not-there");
        try (var exporter = RunningExporter.watching(kubernetes(missing))) {
            exporter.awaitUp("jobs");

            exporter.eventually(() -> {
                HttpResponse<String> answer = exporter.get("/api/v1/demand");
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.body())
                        .contains("kube-access has not been read yet")
                        .contains(missing.toString());
            });
            assertThat(exporter.status("kube-access").path("state").asText()).isEqualTo("failing");
            assertThat(exporter.samples("slurm_cluster_jobs")).isNotEmpty();
        }
    }

    private void submit(String name, int nodes) {
        restd.submit(JobRequest.named(name)
                .by("alice", "ml-train")
                .partitions("gpu")
                .nodes(nodes)
                .gpusPerNode(8)
                .gpuType("h100"));
    }

    private ClusterConfig kubernetes() throws Exception {
        Path kubeconfig = directory.resolve("kubeconfig");
        KubeconfigFile.write(kubeconfig, apiServer.uri());
        return kubernetes(kubeconfig);
    }

    private ClusterConfig kubernetes(Path kubeconfig) {
        ClusterConfig slurm = RunningExporter.cluster("alpha", restd.uri().getPort());
        return changed(slurm, "kubernetes", Loaded.kubernetes(kubeconfig, "namespace: slurm"));
    }
}
