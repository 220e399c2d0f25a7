package dev.sluice.exporter.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.ExporterApp;
import dev.sluice.exporter.config.ApiConfig;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.config.ExporterConfig.ClusterConfig;
import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.config.PrometheusConfig;
import dev.sluice.exporter.poll.PollConfig;
import dev.sluice.exporter.poll.Time;
import dev.sluice.fixtures.SettableClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.awaitility.core.ThrowingRunnable;

/** The real exporter with a short poll interval of 50 ms, and with a clock that the test advances. */
final class RunningExporter implements AutoCloseable {

    static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    static final List<String> SOURCES = List.of("nodes", "partitions", "jobs", "ping");

    private static final Duration INTERVAL = Duration.ofMillis(50);
    private static final Duration MAX_AGE = Duration.ofSeconds(60);
    private static final Duration NEARLY_MAX_AGE = Duration.ofSeconds(40);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration GENEROUS = Duration.ofSeconds(30);
    private static final ApiConfig API =
            new ApiConfig("127.0.0.1", 0, Optional.empty(), Optional.empty(), Optional.empty(), true, true);

    private final SettableClock clock;
    private final HttpClient http = HttpClient.newHttpClient();
    private final ExporterApp app;

    private RunningExporter(List<ClusterConfig> clusters, SettableClock clock) {
        this.clock = clock;
        PollConfig poll = new PollConfig(
                INTERVAL,
                1,
                INTERVAL,
                Optional.of(MAX_AGE),
                GENEROUS,
                GENEROUS,
                INTERVAL,
                INTERVAL,
                Loaded.DEFAULTS.poll().budget());
        ExporterConfig config = new ExporterConfig(
                clusters,
                poll,
                new PrometheusConfig("127.0.0.1", 0, Optional.empty(), Optional.empty()),
                API,
                Loaded.DEFAULTS.metrics(),
                Loaded.DEFAULTS.prices(),
                Loaded.DEFAULTS.cloudWatch(),
                Loaded.DEFAULTS.otlp(),
                Loaded.DEFAULTS.log());
        try {
            app = ExporterApp.start(config, new Time(clock, System::nanoTime), Map.of(), "test", unused -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RunningExporter watching(ClusterConfig... clusters) {
        return new RunningExporter(List.of(clusters), new SettableClock(START));
    }

    static RunningExporter watching(SettableClock clock, ClusterConfig... clusters) {
        return new RunningExporter(List.of(clusters), clock);
    }

    /** Returns a cluster without Kubernetes. The given keys are added under {@code slurm}. */
    static ClusterConfig cluster(String name, int port, String... keys) {
        String slurm = "url: 'http://127.0.0.1:" + port + "', user: sluice, " + String.join(", ", keys);
        return Loaded.good("clusters: [{name: " + name + ", slurm: {" + slurm + "}}]")
                .clusters()
                .get(0);
    }

    /** Waits until every source of "alpha" is up. */
    RunningExporter awaitAllUp() {
        eventually(() -> SOURCES.forEach(this::isUp));
        return this;
    }

    void awaitUp(String source) {
        eventually(() -> isUp(source));
    }

    /** Waits until the newest poll of the source has failed. */
    void awaitDown(String source) {
        eventually(() -> assertThat(scrape().up(source)).as(source + " up").isFalse());
    }

    private void isUp(String source) {
        assertThat(scrape().up(source)).as(source + " up").isTrue();
    }

    void eventually(ThrowingRunnable assertion) {
        await().atMost(PATIENCE)
                .dontCatchUncaughtExceptions() // A worker of a stopped exporter can end after its event loop.
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(assertion);
    }

    /**
     * Advances the clock until data that is not renewed is older than maxAge. The clock advances in two steps. Between
     * the two steps, the given sources renew their data, so that the data of these sources never expires.
     */
    void outliveMaxAgeOfAllBut(String... healthy) {
        for (int step = 0; step < 2; step++) {
            clock.pass(NEARLY_MAX_AGE);
            for (String source : healthy) {
                eventually(() ->
                        assertThat(scrape().age(source)).as("age of " + source).hasValue(0));
            }
        }
    }

    void pass(Duration time) {
        clock.pass(time);
    }

    /** Returns the sample lines of one family. */
    List<String> samples(String family) {
        return get(app.metricsPort(), "/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(family + "{"))
                .toList();
    }

    HttpResponse<String> get(String path) {
        return get(app.apiPort(), path);
    }

    JsonNode json(String path) {
        try {
            return new ObjectMapper().readTree(get(path).body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Scrape scrape() {
        return new Scrape(get(app.metricsPort(), "/metrics").body(), "alpha");
    }

    HttpResponse<String> readyz() {
        return get(app.apiPort(), "/readyz");
    }

    /** Returns the entry of /api/v1/status for a source of "alpha". */
    JsonNode status(String source) {
        return status("alpha", source);
    }

    JsonNode status(String cluster, String source) {
        JsonNode found = named(named(statusPage().path("clusters"), cluster).path("sources"), source);
        assertThat(found.isMissingNode()).isFalse();
        return found;
    }

    private JsonNode statusPage() {
        return json("/api/v1/status");
    }

    private static JsonNode named(JsonNode list, String name) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(entry -> entry.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in " + list));
    }

    private HttpResponse<String> get(int port, String path) {
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        app.close();
    }
}
