package dev.sluice.exporter.truth;

import dev.sluice.exporter.ExporterApp;
import dev.sluice.exporter.config.ConfigLoader;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.slurm.StubSlurmrestd;
import dev.sluice.exporter.truth.tool.SlurmTools;
import dev.sluice.exporter.truth.tool.ToolTexts;
import dev.sluice.fixtures.Capture;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A captured cluster of one Slurm release. The data was read with one version of slurmrestd's API.
 *
 * @param release the release, such as 26.05
 * @param version the API version, such as v0.0.45
 */
record CapturedCluster(String release, String version) {

    private static final List<String> LISTS = List.of(
            "slurm/diag",
            "slurm/licenses",
            "slurm/reservations",
            "slurm/shares",
            "slurmdb/qos",
            "slurmdb/associations",
            "slurmdb/diag");
    private static final int SOURCES = 13;

    static Stream<CapturedCluster> all() {
        return Stream.of("24.11", "26.05")
                .flatMap(release -> Capture.of(release).apiVersions().stream()
                        .map(version -> new CapturedCluster(release, version)));
    }

    /** Compares the exporter's metrics at the time of the capture with the output of Slurm's tools. */
    Explained compare(Path folder) throws Exception {
        ToolTexts before = ToolTexts.captured(release);
        ToolTexts after = ToolTexts.capturedAfter(release);
        Comparison comparison = Comparison.of(SlurmTools.show(before, after), exposed(folder), ComparedFamily.all());
        return Explained.of(comparison, SlurmTools.showSent(before, after), version);
    }

    private Exposed exposed(Path folder) throws Exception {
        Vertx vertx = Vertx.vertx();
        Instant captured = ToolTexts.captured(release).at();
        Time time = new Time(Clock.fixed(captured, ZoneOffset.UTC), System::nanoTime);
        try (StubSlurmrestd slurmrestd = serve(vertx);
                ExporterApp app = ExporterApp.start(
                        ConfigLoader.load(config(folder, slurmrestd.port())), time, Map.of(), "test", unused -> {})) {
            return Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> scrape(app.metricsPort()), CapturedCluster::settled);
        } finally {
            vertx.close();
        }
    }

    private StubSlurmrestd serve(Vertx vertx) {
        Capture capture = Capture.of(release);
        StubSlurmrestd slurmrestd = StubSlurmrestd.start(vertx).answerCaptured(release, version);
        for (String list :
                Stream.concat(LISTS.stream(), Stream.of("slurm/conf")).toList()) {
            String body = "rest/" + version + "/" + list + ".json";
            if (capture.has(body)) {
                String[] part = list.split("/", -1);
                slurmrestd.answerJson(
                        "/" + part[0] + "/" + version + "/" + part[1] + "/", Buffer.buffer(capture.bytes(body)));
            }
        }
        return slurmrestd;
    }

    private Path config(Path folder, int port) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "exporter", ".yaml"), """
                clusters:
                  - name: alpha
                    slurm: {url: 'http://127.0.0.1:%d', user: sluice, apiVersion: %s}
                metrics: {jobs: {enabled: true}}
                prometheus: {host: 127.0.0.1, port: 0}
                api: {host: 127.0.0.1, port: 0}
                """.formatted(port, version));
    }

    private static Exposed scrape(int port) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + "/metrics");
        return Exposed.parse(HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body());
    }

    /** Returns true if every source has responded or is not available. */
    private static boolean settled(Exposed exposed) {
        return exposed.samples().entrySet().stream()
                        .filter(sample -> sample.getKey().family().matches("sluice_source_(up|absent)"))
                        .mapToDouble(Map.Entry::getValue)
                        .sum()
                == SOURCES;
    }

    @Override
    public String toString() {
        return release + " " + version;
    }
}
