package dev.sluice.exporter.realslurm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.ExporterApp;
import dev.sluice.exporter.config.ConfigLoader;
import dev.sluice.exporter.poll.Time;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.awaitility.Awaitility;

/** An exporter that reads one cluster, named {@code brook}. */
final class StartedExporter implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String JOBS_AGE = "sluice_source_age_seconds{cluster=\"brook\",source=\"jobs\"}";

    private final ExporterApp app;

    private StartedExporter(ExporterApp app) {
        this.app = app;
    }

    /**
     * Starts the exporter with the default settings.
     *
     * @param folder folder for the exporter's configuration
     */
    static StartedExporter start(Path folder, String url, Path token) throws Exception {
        return start(folder, url, token, "{interval: 15s}");
    }

    static StartedExporter start(Path folder, String url, Path token, String poll) throws Exception {
        return start(folder, url, token, poll, "{enabled: false}");
    }

    /** Starts the exporter with the per-job series. */
    static StartedExporter startWithJobs(Path folder, String url, Path token) throws Exception {
        return startWithJobs(folder, url, token, "{interval: 5s}");
    }

    static StartedExporter startWithJobs(Path folder, String url, Path token, String poll) throws Exception {
        return start(folder, url, token, poll, "{enabled: false}", "{jobs: {enabled: true}}");
    }

    /**
     * Starts the exporter with a directory that keeps the usage over restarts.
     *
     * @param folder folder for the exporter's configuration, and for the usage of each cluster
     */
    static StartedExporter startWithUsage(Path folder, RealCluster cluster) throws Exception {
        Path usage = Files.createDirectories(folder.resolve("usage-" + cluster.setting("SLURM_RELEASE")));
        return start(
                folder,
                cluster.setting("REST_URL"),
                Path.of(cluster.setting("TOKEN_FILE")),
                "{interval: 2s, timeout: 5s, jobsTimeout: 11s}",
                "{enabled: false}",
                "{usageDirectory: " + usage + "}");
    }

    /**
     * Starts the exporter with additional settings.
     *
     * @param kubernetes the exporter's Kubernetes settings
     */
    static StartedExporter start(Path folder, String url, Path token, String poll, String kubernetes) throws Exception {
        return start(folder, url, token, poll, kubernetes, "{}");
    }

    private static StartedExporter start(
            Path folder, String url, Path token, String poll, String kubernetes, String metrics) throws Exception {
        Path config = Files.writeString(Files.createTempFile(folder, "exporter", ".yaml"), """
                clusters:
                  - name: brook
                    slurm:
                      url: %s
                      tokenFile: %s
                    kubernetes: %s
                poll: %s
                metrics: %s
                prometheus: {host: 127.0.0.1, port: 0}
                api: {host: 127.0.0.1, port: 0, showUsers: true}
                """.formatted(
                        url, token, kubernetes, poll, metrics));
        return new StartedExporter(
                ExporterApp.start(ConfigLoader.load(config), Time.system(), Map.of(), "test", unused -> {}));
    }

    Map<String, Double> scrape() throws Exception {
        return Exposition.parse(text());
    }

    String text() throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + app.metricsPort() + "/metrics");
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        return response.body();
    }

    /** Returns the exporter's cluster in {@code /api/v1/demand}. */
    JsonNode demand() throws Exception {
        return answer("demand").at("/clusters/0");
    }

    /** Returns a response of the API. */
    JsonNode answer(String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + app.apiPort() + "/api/v1/" + path);
        HttpResponse<byte[]> response =
                CLIENT.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());
        return JSON.readTree(response.body());
    }

    /**
     * Waits until the exporter shows a job list that is newer than a real time. All scrapes of half a second share a
     * response, so that the job list can be older than its age in the response says.
     */
    void awaitJobsAfter(Instant time) {
        Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> {
            Instant now = Instant.now();
            double age = scrape().getOrDefault(JOBS_AGE, Double.MAX_VALUE);
            return now.minusMillis((long) Math.min(1e12, age * 1000)).isAfter(time.plusSeconds(1));
        });
    }

    @Override
    public void close() {
        app.close();
    }
}
