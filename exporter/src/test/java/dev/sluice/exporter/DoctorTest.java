package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.slurm.StubSlurmrestd;
import dev.sluice.exporter.slurm.Waiting;
import dev.sluice.exporter.slurm.squeue.SqueueScript;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.SimulatedSlurmrestd;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code sluice doctor} with working and broken clusters. */
class DoctorTest {

    private final ExporterProgram program = new ExporterProgram();

    @TempDir
    private Path folder;

    @Test
    void findsAWorkingClusterWorking() throws IOException {
        try (SimulatedSlurmrestd slurmrestd = SimulatedSlurmrestd.start(SimulatedCluster.living(7, Instant.now()))
                .requireToken("good")) {
            Path token = Files.writeString(folder.resolve("token"), "good\n");

            assertThat(run(slurmrestd.uri(), "--json", "--token-file", token.toString()))
                    .isZero();

            assertThat(JSON.readTree(program.out()).path("healthy").asBoolean()).isTrue();
            assertThat(finding("slurmrestd").path("text").asText()).startsWith("Slurm 26.05");
            assertThat(finding("sources").path("text").asText()).isEqualTo("12 of 13 respond");
        }
    }

    @Test
    void triesTheConfiguredSqueue() throws IOException {
        try (SimulatedSlurmrestd slurmrestd = SimulatedSlurmrestd.start(SimulatedCluster.living(7, Instant.now()))) {
            Path squeue = SqueueScript.in(folder, SqueueScript.JOBS.formatted(3));
            Path config = Files.writeString(
                    folder.resolve("exporter.yaml"),
                    "clusters: [{name: research, slurm: {url: '" + slurmrestd.uri() + "', squeue: " + squeue + "}}]\n");

            program.run("--doctor", "--config", config.toString(), "--json");

            assertThat(finding("squeue").path("text").asText()).isEqualTo(squeue + " is of Slurm 24.11.5");
            assertThat(finding("rights").path("text").asText()).startsWith("3 job records");
        }
    }

    @Test
    void warnsOfAMissingScontrolWithAutoscaling() throws IOException {
        Path squeue = SqueueScript.in(folder, SqueueScript.JOBS.formatted(3));
        Path config = Files.writeString(
                folder.resolve("exporter.yaml"),
                "clusters: [{name: research, slurm: {url: 'http://127.0.0.1:9', squeue: " + squeue
                        + "}, kubernetes: {enabled: true, namespace: slurm}}]\n");

        program.run("--doctor", "--config", config.toString(), "--json");

        assertThat(JSON.readTree(program.out()).findParents("level")).anySatisfy(finding -> {
            assertThat(finding.path("level").asText()).isEqualTo("warning");
            assertThat(finding.path("text").asText()).startsWith("cannot run " + folder.resolve("scontrol"));
        });
    }

    @Test
    void saysInTextThatNobodyListens() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }

        assertThat(run(URI.create("http://127.0.0.1:" + port))).isEqualTo(1);

        assertThat(program.out())
                .contains("cluster research\n", "failed", "refused", "cure: check slurm.url", "failed: 1");
    }

    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonNode finding(String check) throws IOException {
        for (JsonNode finding : JSON.readTree(program.out()).path("findings")) {
            if (finding.path("check").asText().equals(check)) {
                return finding;
            }
        }
        throw new AssertionError("no " + check + " in " + program.out());
    }

    private int run(URI slurmrestd, String... more) {
        Stream<String> arguments = Stream.of("--doctor", "--slurm-url", slurmrestd.toString(), "--cluster", "research");
        return program.run(Stream.concat(arguments, Stream.of(more)).toArray(String[]::new));
    }

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() {
        Waiting.forResult(vertx.close());
    }

    @Test
    void closesItsApplicationWhereItIsInterrupted() {
        Thread reader = Thread.currentThread();
        AtomicBoolean interrupted = new AtomicBoolean();
        try (StubSlurmrestd slurmrestd = StubSlurmrestd.start(vertx)) {
            // Never responds. The connection stays open while the application runs.
            slurmrestd.answer("/openapi/v3", request -> {
                if (interrupted.compareAndSet(false, true)) {
                    reader.interrupt();
                }
            });
            ExporterConfig config = Loaded.good("""
                    clusters: [{name: alpha, slurm: {url: 'http://127.0.0.1:%d'}}]
                    poll: {timeout: 1h, jobsTimeout: 1h}
                    """.formatted(slurmrestd.port()));

            assertThatThrownBy(() -> FirstReading.doctor(config, Time.system(), Map.of(), List.of()))
                    .isInstanceOf(InterruptedException.class);

            assertThat(slurmrestd.connections()).isPositive();
            Patience.await().until(() -> slurmrestd.openConnections() == 0);
        }
    }
}
