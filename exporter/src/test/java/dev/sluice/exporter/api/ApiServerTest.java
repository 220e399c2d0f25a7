package dev.sluice.exporter.api;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.ExporterStatus.Publisher;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.Failure;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiServerTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final Failure REFUSED =
            new Failure(FailureKind.UNREACHABLE, "slurm-restapi:6820 refuses \"connections\"", NOW.minusSeconds(75));
    private static final Publisher PUBLISHER = new Publisher(false);
    private static final SourceStatus OK = source("research", "nodes", "3.2", Optional.empty(), 1_250, 2_531_004, 15);
    private static final SourceStatus FAILING = source("research", "jobs", "80", Optional.of(REFUSED), 5, 0, 30);
    private static final SourceStatus STALE = source(
            "research",
            "partitions",
            "90",
            Optional.of(new Failure(FailureKind.TIMEOUT, "no answer within 30 s", NOW.minusSeconds(60))),
            30_000,
            0,
            15);
    private static final SourceStatus WAITING = source("cloud", "partitions", "", Optional.empty(), 0, 0, 15);
    private static final SourceStatus NEVER_GOOD = source(
            "cloud",
            "jobs",
            "",
            Optional.of(new Failure(FailureKind.UNAUTHORIZED, "the token has expired", NOW.minusSeconds(45))),
            12,
            310,
            15);

    private final ObjectMapper json = new ObjectMapper();
    private volatile ExporterStatus status = status(SmallCluster.empty("research", true, OK));

    @SuppressWarnings("NullAway.Init")
    private ServedApi api;

    @BeforeEach
    void start() throws Exception {
        api = new ServedApi(NOW, () -> status);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void isAliveWhateverTheSourcesDo() throws Exception {
        status = status(SmallCluster.empty("cloud", false, NEVER_GOOD));

        var response = api.get("/livez");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("ok");
        assertThat(header(response, "Content-Type")).isEqualTo("text/plain; charset=utf-8");
    }

    @Test
    void isReadyWhenEveryClusterIs() throws Exception {
        status = status(SmallCluster.empty("research", true, OK), SmallCluster.empty("cloud", true, OK));

        var response = api.get("/readyz");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("ready");
    }

    @Test
    void staysReadyThroughAnOutage() throws Exception {
        status = status(SmallCluster.empty("research", true, FAILING, STALE));

        assertThat(api.get("/readyz").statusCode()).isEqualTo(200);
    }

    @Test
    void isReadyAndNamesTheClusterThatFailedFromTheStart() throws Exception {
        status = status(SmallCluster.empty("research", true, OK), SmallCluster.empty("cloud", false, NEVER_GOOD));

        var response = api.get("/readyz");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("""
                        ready
                        cluster cloud: never read
                          source jobs: failing, unauthorized since 2026-11-20T11:59:15Z: the token has expired""");
    }

    @Test
    void saysWhatKeepsItFromBeingReady() throws Exception {
        status = status(
                SmallCluster.empty("research", true, OK),
                SmallCluster.empty("cloud", false, WAITING, NEVER_GOOD, OK, STALE, FAILING));

        var response = api.get("/readyz");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("""
                        not ready
                        cluster cloud: never read
                          source partitions: waiting
                          source jobs: failing, unauthorized since 2026-11-20T11:59:15Z: the token has expired
                          source nodes: ok
                          source partitions: stale, \
                        timeout since 2026-11-20T11:59:00Z: no answer within 30 s
                          source jobs: failing, unreachable since 2026-11-20T11:58:45Z: \
                        slurm-restapi:6820 refuses "connections\"""");
    }

    @Test
    void reportsEverySourceAsJson() throws Exception {
        status = new ExporterStatus(
                "0.1.0",
                Instant.parse("2026-11-20T08:00:00Z"),
                "http://0.0.0.0:9341/metrics",
                List.of(
                        changed(
                                SmallCluster.empty("research", true, OK, FAILING, STALE),
                                "tokenExpiresAt",
                                Optional.of(Instant.parse("2026-11-20T12:30:00Z"))),
                        SmallCluster.empty("cloud", false, WAITING, NEVER_GOOD)),
                Optional.of(PUBLISHER));

        var response = api.get("/api/v1/status");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(header(response, "Content-Type")).isEqualTo("application/json");
        assertThat(response.body()).isEqualTo(golden().replaceAll("\\n *", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "89.999, false, ok",
        "89.999, true, failing",
        "90, false, stale",
        "90, true, stale",
        "0, false, ok",
        "-5, false, ok"
    })
    void tellsTheStateByAgeAndFailure(String age, boolean fails, String state) throws Exception {
        var source = source("research", "jobs", age, fails ? Optional.of(REFUSED) : Optional.empty(), 0, 0, 15);
        status = status(SmallCluster.empty("research", true, source));

        JsonNode answered = json.readTree(api.get("/api/v1/status").body()).at("/clusters/0/sources/0");

        assertThat(answered.path("state").asText()).isEqualTo(state);
        assertThat(answered.path("ageSeconds").asDouble()).isEqualTo(Math.max(0, Double.parseDouble(age)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/livez",
                "/readyz",
                "/api/v1/status",
                "/api/v1/now",
                "/api/v1/demand",
                "/api/v1/demand/a/b",
                "/unknown"
            })
    void neitherLetsAnswersBeStoredNorGuessed(String path) throws Exception {
        var response = api.get(path);

        assertThat(header(response, "Cache-Control")).isEqualTo("no-store");
        assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/metrics", "/livez/", "/api/v1", "/index.html"})
    void namesTheKnownPathsWhereThereIsNothing(String path) throws Exception {
        var response = api.get(path);

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(header(response, "Content-Type")).isEqualTo("application/json");
        assertThat(response.body())
                .isEqualTo(
                        "{\"error\":\"not found; known paths: /, /api/v1/openapi.yaml, /livez, /readyz, /api/v1/status, /api/v1/demand,"
                                + " /api/v1/demand/{namespace}/{nodeset}, /api/v1/now, /api/v1/jobs, /api/v1/waste,"
                                + " /api/v1/statement, /api/v1/nodes, /api/v1/nodes/{name}, /api/v1/users/{name}, /api/v1/accounts/{name}, /api/v1/why/job/{id},"
                                + " /api/v1/why/user/{name}, /api/v1/why/nodeset/{namespace}/{nodeset}\"}");
    }

    @Test
    void keepsServingWhenTheStatusCannotBeHad() throws Exception {
        api.close();
        api = new ServedApi(NOW, () -> {
            throw new IllegalStateException("deliberate");
        });

        var response = api.get("/api/v1/status");

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(json.readTree(response.body()).path("error").asText()).doesNotContain("deliberate");
        assertThat(api.get("/livez").statusCode()).isEqualTo(200);
    }

    /** @param age age of the data in seconds; empty before the first response */
    private static SourceStatus source(
            String cluster,
            String name,
            String age,
            Optional<Failure> failure,
            long tookMillis,
            long bytes,
            long interval) {
        return SourceStatuses.of(
                cluster,
                name,
                age.isEmpty() ? "" : "v0.0.45",
                Optional.of(age)
                        .filter(seconds -> !seconds.isEmpty())
                        .map(seconds -> NOW.minusMillis(Math.round(Double.parseDouble(seconds) * 1000))),
                Duration.ofSeconds(90),
                failure,
                Duration.ofMillis(tookMillis),
                bytes,
                Duration.ofSeconds(interval));
    }

    private static ExporterStatus status(ClusterView... clusters) {
        return ServedApi.status(NOW.minusSeconds(60), clusters);
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private static String golden() {
        return """
               {"version":"0.1.0","startedAt":"2026-11-20T08:00:00Z",
                "metricsAddress":"http://0.0.0.0:9341/metrics","ready":false,
                "clusters":[
                 {"name":"research","ready":true,"tokenExpiresAt":"2026-11-20T12:30:00Z",
                  "sources":[
                   {"name":"nodes","state":"ok","apiVersion":"v0.0.45","release":"26.05.5",
                    "observedAt":"2026-11-20T11:59:56.800Z","ageSeconds":3.2,"maxAgeSeconds":90,
                    "lastDurationSeconds":1.25,"lastBytes":2531004,"intervalSeconds":15,"configuredIntervalSeconds":15,
                    "unreadableRecords":2,"problem":"Unknown flag"},
                   {"name":"jobs","state":"failing","apiVersion":"v0.0.45","release":"26.05.5","reader":"slurmrestd",
                    "observedAt":"2026-11-20T11:58:40Z","ageSeconds":80,"maxAgeSeconds":90,
                    "lastDurationSeconds":0.005,"lastBytes":0,"intervalSeconds":30,"configuredIntervalSeconds":30,
                    "unreadableRecords":0,
                    "failure":{"kind":"unreachable",
                     "message":"slurm-restapi:6820 refuses \\"connections\\"",
                     "since":"2026-11-20T11:58:45Z"}},
                   {"name":"partitions","state":"stale","apiVersion":"v0.0.45","release":"26.05.5",
                    "observedAt":"2026-11-20T11:58:30Z","ageSeconds":90,"maxAgeSeconds":90,
                    "lastDurationSeconds":30,"lastBytes":0,"intervalSeconds":15,"configuredIntervalSeconds":15,
                    "unreadableRecords":0,
                    "failure":{"kind":"timeout",
                     "message":"no answer within 30 s",
                     "since":"2026-11-20T11:59:00Z"}}]},
                 {"name":"cloud","ready":false,
                  "sources":[
                   {"name":"partitions","state":"waiting",
                    "maxAgeSeconds":90,"lastDurationSeconds":0,"lastBytes":0,"intervalSeconds":15,"configuredIntervalSeconds":15,
                    "unreadableRecords":0},
                   {"name":"jobs","state":"failing",
                    "maxAgeSeconds":90,"lastDurationSeconds":0.012,"lastBytes":310,"intervalSeconds":15,"configuredIntervalSeconds":15,
                    "unreadableRecords":0,
                    "failure":{"kind":"unauthorized",
                     "message":"the token has expired",
                     "since":"2026-11-20T11:59:15Z"}}]}],
                "cloudwatch":{"publishing":false}}""";
    }
}
