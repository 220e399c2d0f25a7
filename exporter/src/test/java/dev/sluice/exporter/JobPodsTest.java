package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.config.ConfigLoader;
import dev.sluice.exporter.poll.Time;
import dev.sluice.lab.scheduling.job.GpuRequest;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.SimulatedSlurmrestd;
import dev.sluice.simulator.kubernetes.KubeconfigFile;
import dev.sluice.simulator.kubernetes.KubernetesOptions;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests {@code slurm_job_node} on a simulated Kubernetes. This metric connects DCGM's series with a job, a user and an
 * account.
 */
class JobPodsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern HOSTS = Pattern.compile("(.*)\\[(\\d+)-(\\d+)]");

    private final SimulatedSlurmrestd restd;
    private final SimulatedApiServer apiServer;
    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder = Path.of("");

    JobPodsTest() throws Exception {
        SimulatedCluster cluster = SimulatedCluster.quietOnKubernetes(Instant.now(), KubernetesOptions.USUAL);
        restd = SimulatedSlurmrestd.start(cluster);
        apiServer = cluster.kubernetes().orElseThrow().serve(0, Duration.ofMillis(50));
    }

    @AfterEach
    void stop() {
        apiServer.close();
        restd.close();
    }

    @Test
    void eachNodeOfARunningJobIsTiedToItsPodAndMachine() throws Exception {
        restd.submit(JobRequest.named("train")
                .by("alice", "ml-train")
                .partitions("gpu")
                .nodes(3)
                .gpus(GpuRequest.perNode(8).ofType("h100"))
                .build());
        restd.advance(Duration.ofMinutes(1));
        Path kubeconfig = folder.resolve("kubeconfig");
        KubeconfigFile.write(kubeconfig, apiServer.uri());
        Path config = Files.writeString(
                folder.resolve("exporter.yaml"), """
                clusters:
                  - name: harbor
                    slurm: {url: "http://127.0.0.1:%d"}
                    kubernetes: {enabled: true, namespace: slurm, kubeconfig: "%s"}
                poll: {interval: 1s}
                metrics: {jobs: {enabled: true}}
                prometheus: {host: 127.0.0.1, port: 0}
                api: {host: 127.0.0.1, port: 0}
                """.formatted(restd.uri().getPort(), kubeconfig));

        try (ExporterApp app =
                ExporterApp.start(ConfigLoader.load(config), Time.system(), Map.of(), "test", unused -> {})) {
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(samples(app, "slurm_job_node{"))
                            .as("of the API server: %s", podsBySlurmNode())
                            .isNotEmpty()
                            .isEqualTo(expected()));
            assertThat(samples(app, "slurm_job_info{"))
                    .singleElement()
                    .asString()
                    .contains("job_id=\"" + jobId() + "\"", "user=\"alice\"", "account=\"ml-train\"");
            // Each pod has all eight GPUs of the pod's machine.
            assertThat(samples(app, "slurm_job_gpu{")).isEqualTo(expectedGpus());
        }
    }

    /** Returns the expected samples from slurmrestd's jobs and the API server's pods. */
    private Set<String> expected() throws Exception {
        Map<String, JsonNode> pods = podsBySlurmNode();
        Set<String> samples = new TreeSet<>();
        for (String node : nodesOfTheJob()) {
            JsonNode pod = pods.getOrDefault(node, JSON.createObjectNode());
            samples.add(
                    "slurm_job_node{cluster=\"harbor\",job_id=\"%s\",node=\"%s\",namespace=\"%s\",pod=\"%s\",kube_node=\"%s\"} 1"
                            .formatted(
                                    jobId(),
                                    node,
                                    pod.path("metadata").path("namespace").asText(),
                                    pod.path("metadata").path("name").asText(),
                                    pod.path("spec").path("nodeName").asText()));
        }
        return samples;
    }

    private Set<String> expectedGpus() throws Exception {
        Map<String, JsonNode> pods = podsBySlurmNode();
        Set<String> samples = new TreeSet<>();
        for (String node : nodesOfTheJob()) {
            JsonNode pod = pods.getOrDefault(node, JSON.createObjectNode());
            String before = "slurm_job_gpu{cluster=\"harbor\",job_id=\"%s\",user=\"alice\",account=\"ml-train\","
                            .formatted(jobId())
                    + "partition=\"gpu\",node=\"%s\",kube_node=\"%s\",pod=\"%s\",gpu_type=\"h100\",gpu="
                            .formatted(
                                    node,
                                    pod.path("spec").path("nodeName").asText(),
                                    pod.path("metadata").path("name").asText());
            IntStream.range(0, 8).forEach(gpu -> samples.add(before + "\"" + gpu + "\"} 1"));
        }
        return samples;
    }

    private String jobId() throws Exception {
        return onlyJob().path("job_id").asText();
    }

    private List<String> nodesOfTheJob() throws Exception {
        Matcher hosts = HOSTS.matcher(onlyJob().path("nodes").asText());
        assertThat(hosts.matches()).isTrue();
        List<String> names = IntStream.rangeClosed(Integer.parseInt(hosts.group(2)), Integer.parseInt(hosts.group(3)))
                .mapToObj(n -> hosts.group(1) + n)
                .toList();
        assertThat(names).hasSize(3);
        return names;
    }

    private JsonNode onlyJob() throws Exception {
        JsonNode jobs =
                JSON.readTree(get(restd.uri().resolve("/slurm/v0.0.45/jobs/"))).path("jobs");
        assertThat(jobs).hasSize(1);
        return jobs.get(0);
    }

    /** Returns the pods by host name. The host name of a pod is the node name of the pod's slurmd. */
    private Map<String, JsonNode> podsBySlurmNode() throws Exception {
        Map<String, JsonNode> pods = new TreeMap<>();
        for (JsonNode pod : JSON.readTree(get(apiServer.uri().resolve("/api/v1/namespaces/slurm/pods")))
                .path("items")) {
            pods.put(pod.path("spec").path("hostname").asText(), pod);
        }
        return pods;
    }

    private Set<String> samples(ExporterApp app, String start) throws Exception {
        Set<String> samples = new TreeSet<>();
        get(URI.create("http://127.0.0.1:" + app.metricsPort() + "/metrics"))
                .lines()
                .filter(line -> line.startsWith(start))
                .forEach(samples::add);
        return samples;
    }

    private String get(URI uri) throws Exception {
        return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
