package dev.sluice.exporter.api;

import static dev.sluice.exporter.config.Loaded.changed;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.fixtures.GoldenFile;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiServerTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final SourceStatus.Answer ANSWER =
            new SourceStatus.Answer("26.05.5", "v0.0.45", 2_531_004, 2, Optional.of("Unknown flag"));
    private static final SourceStatus OK = waiting("nodes").answered(NOW.minusMillis(3_200), ANSWER, took(1_250));
    private static final SourceStatus FAILING = refused("80");
    private static final SourceStatus STALE = waiting("partitions")
            .answered(NOW.minusSeconds(90), ANSWER, took(5))
            .failed(FailureKind.TIMEOUT, "no answer within 30 s", NOW.minusSeconds(60), took(30_000));
    private static final SourceStatus WAITING = waiting("partitions");
    private static final SourceStatus NEVER_GOOD =
            waiting("jobs").failed(FailureKind.UNAUTHORIZED, "the token has expired", NOW.minusSeconds(45), took(12));

    private final ObjectMapper json = new ObjectMapper();
    private volatile ExporterStatus status = status(SmallCluster.empty("research", true, OK));

    @RegisterExtension
    private final ServedApi api = new ServedApi(Visibility.NOBODY, NOW, () -> status);

    @Test
    void isAliveWhateverTheSourcesDo() throws Exception {
        status = status(SmallCluster.empty("cloud", false, NEVER_GOOD));

        assertThat(header(assertAnswer("/livez", 200, "ok"), "Content-Type")).isEqualTo("text/plain; charset=utf-8");
    }

    @Test
    void isReadyWhenEveryClusterIsAlsoThroughAnOutage() throws Exception {
        status = status(SmallCluster.empty("research", true, OK), SmallCluster.empty("cloud", true, FAILING, STALE));

        assertAnswer("/readyz", 200, "ready");
    }

    @Test
    void isReadyAndNamesTheClusterThatFailedFromTheStart() throws Exception {
        status = status(SmallCluster.empty("research", true, OK), SmallCluster.empty("cloud", false, NEVER_GOOD));

        assertAnswer("/readyz", 200, """
                        ready
                        cluster cloud: never read
                          source jobs: failing, unauthorized since 2026-11-20T11:59:15Z: the token has expired""");
    }

    @Test
    void saysWhatKeepsItFromBeingReady() throws Exception {
        status = status(
                SmallCluster.empty("research", true, OK),
                SmallCluster.empty("cloud", false, WAITING, NEVER_GOOD, OK, STALE, FAILING));

        assertAnswer("/readyz", 503, """
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
                Optional.of(new ExporterStatus.Publisher(false)),
                PriceList.NONE);

        var response = api.get("/api/v1/status");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(header(response, "Content-Type")).isEqualTo("application/json");
        GoldenFile.at(Path.of("exporter/src/test/resources/golden/status.json"))
                .matches(json.readTree(response.body()).toPrettyString() + "\n");
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
        status = status(SmallCluster.empty("research", true, fails ? refused(age) : answered(age)));

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
    @Tag("slow")
    void refusesASecondLargeAnswerWhileAClientDoesNotReadTheFirst() throws Exception {
        SourceStatus large = waiting("jobs").failed(FailureKind.TIMEOUT, "x".repeat(34 << 20), NOW, took(1));
        status = status(SmallCluster.empty("cloud", false, large));

        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
            slow.getOutputStream().write("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII));
            await().until(() -> api.get("/readyz").statusCode() == 429);
            assertAnswer("/livez", 200, "ok");
        }
        await().until(() -> api.get("/readyz").statusCode() == 200);
    }

    @Test
    void keepsServingWhenTheStatusCannotBeHad() throws Exception {
        try (ServedApi failing = new ServedApi(Visibility.NOBODY, NOW, () -> {
            throw new IllegalStateException("deliberate");
        })) {
            var response = failing.get("/api/v1/status");

            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(json.readTree(response.body()).path("error").asText()).doesNotContain("deliberate");
            assertThat(failing.get("/livez").statusCode()).isEqualTo(200);
        }
    }

    private HttpResponse<String> assertAnswer(String path, int code, String body) throws Exception {
        HttpResponse<String> response = api.get(path);
        assertThat(response.statusCode()).isEqualTo(code);
        assertThat(response.body()).isEqualTo(body);
        return response;
    }

    private static SourceStatus waiting(String name) {
        return SourceStatus.waiting(
                "research", name, new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofSeconds(90)));
    }

    /** @param age age of the data in seconds */
    private static SourceStatus answered(String age) {
        return waiting("jobs").answered(NOW.minusMillis(Math.round(Double.parseDouble(age) * 1000)), ANSWER, took(5));
    }

    private static SourceStatus refused(String age) {
        return answered(age)
                .failed(
                        FailureKind.UNREACHABLE,
                        "slurm-restapi:6820 refuses \"connections\"",
                        NOW.minusSeconds(75),
                        took(5));
    }

    private static Duration took(long millis) {
        return Duration.ofMillis(millis);
    }

    private static ExporterStatus status(ClusterView... clusters) {
        return ServedApi.status(NOW.minusSeconds(60), clusters);
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }
}
