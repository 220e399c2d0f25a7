package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.simulator.rest.RestApi.Fault;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedSlurmrestdTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final String V45 = "/slurm/v0.0.45/";

    private final HttpClient client = HttpClient.newHttpClient();
    private Optional<SimulatedSlurmrestd> started = Optional.empty();

    @BeforeEach
    void start() throws IOException {
        SimulatedCluster cluster = SimulatedCluster.quiet(NOON);
        started = Optional.of(new SimulatedSlurmrestd(cluster, 0, Clock.fixed(NOON, ZoneOffset.UTC)));
    }

    @AfterEach
    void stop() {
        server().close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ping",
                "nodes/",
                "partitions",
                "jobs/?flags=ALL",
                "diag/",
                "licenses",
                "reservations/",
                "shares",
                "conf/"
            })
    void servesEveryPathWithAndWithoutSlash(String path) throws Exception {
        HttpResponse<byte[]> response = get(V45 + path);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(response.body().length);
        assertThat(json(response).at("/meta/slurm/release").textValue()).isEqualTo("26.05.5");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/",
        "GET,/slurm/v0.0.41/jobs/",
        "GET,/slurm/v0.0.99/ping/",
        "GET,/slurm/v0.0.45/nonsense",
        "GET,/slurm/v0.0.44/conf/",
        "GET,/slurmdb/v0.0.45/nodes/",
        "POST,/slurm/v0.0.45/jobs/",
        "DELETE,/slurm/v0.0.45/nodes/",
        "GET,/slurm/v0.0.45/jobs/x/y"
    })
    void refusesUnknownPathsVersionsAndMethods(String method, String path) throws Exception {
        HttpResponse<byte[]> response = send(request(path).method(method, HttpRequest.BodyPublishers.noBody()));

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).isEqualTo(Captures.bytes("errors/unknown-path.txt"));
    }

    @Test
    void wantsATokenBeforeAnythingElse() throws Exception {
        server().requireToken("secret");

        assertThat(get(V45 + "ping").statusCode()).isEqualTo(401);
        assertThat(get(V45 + "jobs/").body()).isEqualTo(Captures.bytes("errors/no-auth.txt"));
        for (String[] header : new String[][] {{"X-SLURM-USER-TOKEN", "secret"}, {"Authorization", "Bearer secret"}}) {
            assertThat(send(request(V45 + "jobs/").headers(header)).statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodes/", "partitions/", "reservations/"})
    void answersNotModifiedWithoutABody(String path) throws Exception {
        server().advance(Duration.ofMinutes(1));
        long lastUpdate = json(get(V45 + path)).at("/last_update/number").longValue();
        HttpResponse<byte[]> response = get(V45 + path + "?update_time=" + lastUpdate);

        assertThat(lastUpdate).isEqualTo(NOON.getEpochSecond() + 60);
        assertThat(response.statusCode()).isEqualTo(304);
        assertThat(response.body()).isEmpty();
    }

    @Test
    void answersAnEmptyListWithAWarningWhenNoJobChanged() throws Exception {
        long later = 1_795_265_985L;
        HttpResponse<byte[]> response = get(V45 + "jobs/?update_time=" + later);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(withoutMeta(json(response)))
                .isEqualTo(withoutMeta(Captures.json("rest/v0.0.45/slurm/jobs-update-time-none.json")));
    }

    @ParameterizedTest
    @CsvSource({
        "jobs,502",
        "nodes,502",
        "partitions,502",
        "diag,502",
        "licenses,502",
        "reservations,502",
        "shares,500",
        "ping,200"
    })
    void saysThatTheControllerIsDown(String path, int status) throws Exception {
        server().failWith(Optional.of(Fault.CONTROLLER_DOWN));
        HttpResponse<byte[]> response = get(V45 + path);

        assertThat(response.statusCode()).isEqualTo(status);
        JsonNode real = Captures.json("errors/slurmctld-down/v0.0.45-" + path + ".json");
        assertThat(json(response).at("/errors")).isEqualTo(real.at("/errors"));
        assertThat(Captures.shape(withoutMeta(json(response)))).isEqualTo(Captures.shape(withoutMeta(real)));
    }

    @Test
    void slurmdbdIsBrokenAndHealedFromOutside() throws Exception {
        assertThat(setFault("database_down\n")).isEqualTo(204);
        HttpResponse<byte[]> response = get("/slurmdb/v0.0.45/associations/");
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(withoutMeta(json(response)))
                .isEqualTo(withoutMeta(Captures.json("errors/slurmdbd-down/v0.0.45-slurmdb-associations.json")));
        assertThat(get(V45 + "jobs/").statusCode()).isEqualTo(200);
        assertThat(setFault("tired")).isEqualTo(400);
        assertThat(send(request("/simulator/fault").DELETE()).statusCode()).isEqualTo(204);
        assertThat(get("/slurmdb/v0.0.45/qos/").statusCode()).isEqualTo(200);
    }

    private int setFault(String name) throws IOException, InterruptedException {
        return send(request("/simulator/fault").PUT(HttpRequest.BodyPublishers.ofString(name)))
                .statusCode();
    }

    private SimulatedSlurmrestd server() {
        return started.orElseThrow();
    }

    private static JsonNode withoutMeta(JsonNode document) {
        ((ObjectNode) document).remove(List.of("meta"));
        return document;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server().uri().resolve(path));
    }

    private HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static JsonNode json(HttpResponse<byte[]> response) throws IOException {
        return Captures.parse(response.body());
    }
}
