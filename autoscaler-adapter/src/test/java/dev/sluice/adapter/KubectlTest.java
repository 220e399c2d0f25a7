package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the adapter with kubectl, if kubectl is installed. To kubectl, the adapter is an API server. */
class KubectlTest {

    private static final String VALUES = AdapterFixture.EXTERNAL + "/namespaces/slurm/slurm_nodeset_desired_replicas";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path home;

    @SuppressWarnings("NullAway.Init")
    private static FakeExporter exporter;

    @SuppressWarnings("NullAway.Init")
    private static AdapterFixture adapter;

    /** The output of a run, in one file per stream. */
    private record Run(int exit, String output, String errors) {}

    @BeforeAll
    static void start() throws IOException {
        boolean installed = Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(String.valueOf(System.getenv("PATH")))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "kubectl")));
        exporter = FakeExporter.answering(200, CapturedRequests.demand());
        adapter = AdapterFixture.reading(exporter.url());
        assumeTrue(installed, "skipped: there is no kubectl on the PATH");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> adapter.operations("/readyz").body().contains("cluster research: served"));
    }

    @AfterAll
    static void stop() {
        adapter.close();
        exporter.close();
    }

    @Test
    void readsAValue() throws Exception {
        Run run = kubectl("get", "--raw", VALUES + "?labelSelector=nodeset%3Dslurm-worker-cpu");

        assertThat(run.exit()).as(run.errors()).isZero();
        JsonNode items = FakeKubernetes.JSON.readTree(run.output()).get("items");
        assertThat(items).hasSize(1);
        assertThat(items.get(0).get("value").asText()).isEqualTo("6");
    }

    @Test
    void listsWhatThereIs() throws Exception {
        Run external = kubectl("api-resources", "--api-group=external.metrics.k8s.io", "-o", "name");
        Run custom = kubectl("api-resources", "--api-group=custom.metrics.k8s.io", "-o", "name", "--verbs=get");

        assertThat(external.output().lines())
                .contains(
                        "slurm_nodeset_desired_replicas.external.metrics.k8s.io",
                        "slurm_nodeset_pending_nodes.external.metrics.k8s.io",
                        "slurm_partition_pending_nodes.external.metrics.k8s.io");
        assertThat(custom.exit()).as(custom.errors()).isZero();
    }

    @Test
    void showsTheMessageOfAnError() throws Exception {
        Run run = kubectl("get", "--raw", VALUES);

        assertThat(run.exit()).isNotZero();
        assertThat(run.errors())
                .contains("Error from server (BadRequest): 2 series match, and an autoscaler would add");
    }

    private static Run kubectl(String... arguments) throws IOException, InterruptedException {
        Path output = Files.createTempFile(home, "kubectl", ".out");
        Path errors = Files.createTempFile(home, "kubectl", ".err");
        List<String> command = new ArrayList<>(List.of("kubectl", "--server=http://127.0.0.1:" + adapter.port()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
        // Uses neither the kubeconfig nor the cache of the user.
        builder.environment().put("HOME", home.toString());
        builder.environment().put("KUBECONFIG", home.resolve("none").toString());
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Run(process.exitValue(), Files.readString(output, UTF_8), Files.readString(errors, UTF_8));
    }
}
