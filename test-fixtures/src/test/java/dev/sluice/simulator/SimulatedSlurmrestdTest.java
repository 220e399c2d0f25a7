package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.lab.scheduling.job.JobState;
import dev.sluice.simulator.rest.Fault;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedSlurmrestdTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final String V45 = "/slurm/v0.0.45/";

    private final HttpClient client = HttpClient.newHttpClient();
    private Optional<SimulatedSlurmrestd> started = Optional.empty();

    @BeforeEach
    void start() throws IOException {
        SimulatedCluster cluster = SimulatedCluster.quiet(NOON);
        started = Optional.of(SimulatedSlurmrestd.start(cluster, 0, Clock.fixed(NOON, ZoneOffset.UTC)));
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

    @Test
    void listsItsVersionsInTheOpenApiDocument() throws Exception {
        Set<String> versions = new TreeSet<>();
        json(get("/openapi/v3"))
                .at("/paths")
                .properties()
                .forEach(p -> versions.add(p.getKey().split("/", -1)[2]));

        assertThat(versions).containsExactly("v0.0.42", "v0.0.43", "v0.0.44", "v0.0.45");
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
        assertThat(get("/nonsense").statusCode()).isEqualTo(401);
        assertThat(get(V45 + "jobs/").body()).isEqualTo(Captures.bytes("errors/no-auth.txt"));
        assertThat(send(request(V45 + "jobs/").header("X-SLURM-USER-TOKEN", "secret"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(send(request(V45 + "jobs/").header("Authorization", "Bearer secret"))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void findsOutAboutAWrongTokenOnlyWhenItAsksTheController() throws Exception {
        server().requireToken("secret");
        HttpResponse<byte[]> jobs = send(request(V45 + "jobs/").header("X-SLURM-USER-TOKEN", "old"));
        HttpResponse<byte[]> ping = send(request(V45 + "ping/").header("X-SLURM-USER-TOKEN", "old"));
        HttpResponse<byte[]> openApi = send(request("/openapi/v3").header("X-SLURM-USER-TOKEN", "old"));

        assertThat(jobs.statusCode()).isEqualTo(511);
        assertThat(withoutMeta(json(jobs))).isEqualTo(withoutMeta(Captures.json("errors/expired-token-jobs.json")));
        assertThat(ping.statusCode()).isEqualTo(200);
        assertThat(json(ping).at("/pings/0/responding").booleanValue()).isFalse();
        assertThat(json(ping).at("/pings/0/status"))
                .isEqualTo(Captures.json("errors/expired-token.json").at("/pings/0/status"));
        assertThat(openApi.statusCode()).isEqualTo(200);
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
    void sendsAllNodesAgainAfterAChange() throws Exception {
        server().advance(Duration.ofMinutes(1));
        long lastUpdate = json(get(V45 + "nodes/")).at("/last_update/number").longValue();
        server().drain("cpu002", "fan", "grace");
        HttpResponse<byte[]> response = get(V45 + "nodes/?update_time=" + lastUpdate);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response).at("/nodes")).hasSize(24);
        assertThat(json(response).at("/nodes/1/state")).hasToString("[\"IDLE\",\"DRAIN\"]");
    }

    @Test
    void answersAnEmptyListWithAWarningWhenNoJobChanged() throws Exception {
        long later = 1_795_265_985L;
        HttpResponse<byte[]> response = get(V45 + "jobs/?update_time=" + later);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(withoutMeta(json(response)))
                .isEqualTo(withoutMeta(Captures.json("rest/v0.0.45/slurm/jobs-update-time-none.json")));
    }

    @Test
    void refusesATimeThatIsNone() throws Exception {
        HttpResponse<byte[]> response = get(V45 + "jobs/?update_time=yesterday");

        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(withoutMeta(json(response))).isEqualTo(withoutMeta(Captures.json("errors/bad-query-value.json")));
    }

    @Test
    void sendsTheDataBesideAnErrorForAnUnknownFlag() throws Exception {
        server().submit(JobRequest.named("x").build());
        HttpResponse<byte[]> response = get(V45 + "jobs/?flags=NOPE");

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(json(response).at("/jobs")).hasSize(1);
        assertThat(json(response).at("/errors/0/error_number").intValue()).isEqualTo(9207);
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
        server().failWith(Fault.CONTROLLER_DOWN);
        HttpResponse<byte[]> response = get(V45 + path);

        assertThat(response.statusCode()).isEqualTo(status);
        JsonNode real = Captures.json("errors/slurmctld-down/v0.0.45-" + path + ".json");
        assertThat(json(response).at("/errors")).isEqualTo(real.at("/errors"));
        assertThat(Captures.shape(withoutMeta(json(response)))).isEqualTo(Captures.shape(withoutMeta(real)));
    }

    @Test
    void goesOnToTellLimitsWhileTheControllerIsDown() throws Exception {
        server().failWith(Fault.CONTROLLER_DOWN);

        assertThat(get("/slurmdb/v0.0.45/qos/").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(names = {"REJECTED_TOKEN", "DATABASE_DOWN"})
    void answersARefusedTokenAsIfSlurmdbdWereDown(Fault fault) throws Exception {
        server().failWith(fault);
        HttpResponse<byte[]> response = get("/slurmdb/v0.0.45/associations/");

        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(withoutMeta(json(response)))
                .isEqualTo(withoutMeta(Captures.json("errors/slurmdbd-down/v0.0.45-slurmdb-associations.json")));
    }

    @Test
    void tellsTheLimitsOfQosAndAccounts() throws Exception {
        JsonNode qos = json(get("/slurmdb/v0.0.45/qos/")).at("/qos");
        JsonNode associations = json(get("/slurmdb/v0.0.45/associations/")).at("/associations");

        assertThat(qos.findValuesAsText("name")).contains("normal", "high", "low", "interactive", "train");
        assertThat(qos.at("/3/limits/max/jobs/active_jobs/per/user/number").intValue())
                .isEqualTo(4);
        assertThat(qos.at("/4/limits/max/tres/total"))
                .hasToString("[{\"type\":\"gres\",\"name\":\"gpu\",\"id\":1001,\"count\":64}]");
        assertThat(associations)
                .filteredOn(a -> a.at("/account").textValue().equals("physics")
                        && a.at("/user").textValue().isEmpty())
                .singleElement()
                .satisfies(a -> assertThat(a.at("/max/tres/total"))
                        .hasToString("[{\"type\":\"cpu\",\"name\":\"\",\"id\":1,\"count\":160}]"));
    }

    @Test
    void rollsUpAtTheEndOfEachHourAndDay() throws Exception {
        server().advance(Duration.ofHours(25));
        JsonNode rollups = json(get("/slurmdb/v0.0.45/diag/")).at("/statistics/rollups");

        assertThat(rollups.at("/hourly/count").intValue())
                .as("one at the start")
                .isEqualTo(26);
        assertThat(rollups.at("/hourly/last_run").longValue()).isEqualTo(NOON.getEpochSecond() + 25 * 3600);
        assertThat(rollups.at("/daily/count").intValue()).isEqualTo(1);
        assertThat(rollups.at("/daily/last_run").longValue()).isEqualTo(NOON.getEpochSecond() + 12 * 3600);
        assertThat(rollups.at("/monthly/count").intValue()).isZero();
    }

    @Test
    void countsWhatSlurmctldTellsSlurmdbd() throws Exception {
        server().submit(JobRequest.named("one").runs(Duration.ofMinutes(10)).build());
        server().advance(Duration.ofMinutes(20));
        JsonNode statistics = json(get("/slurmdb/v0.0.45/diag/")).at("/statistics");

        assertThat(statistics.at("/RPCs"))
                .filteredOn(rpc -> rpc.at("/rpc").textValue().matches("DBD_JOB_(START|COMPLETE)"))
                .hasSize(2)
                .allSatisfy(rpc -> assertThat(rpc.at("/count").intValue()).isEqualTo(1));
    }

    @Test
    void failsInOtherWaysAndHeals() throws Exception {
        server().failWith(Fault.INTERNAL_ERROR);
        assertThat(get(V45 + "jobs/").statusCode()).isEqualTo(500);
        server().failWith(Fault.HTML_PAGE);
        assertThat(new String(get(V45 + "jobs/").body(), StandardCharsets.UTF_8))
                .startsWith("<!DOCTYPE html>");
        server().failWith(Fault.REJECTED_TOKEN);
        assertThat(get(V45 + "jobs/").statusCode()).isEqualTo(511);
        server().failWith(Fault.TRUNCATED_BODY);
        assertThatThrownBy(() -> get(V45 + "jobs/")).isInstanceOf(IOException.class);
        server().heal();
        assertThat(get(V45 + "jobs/").statusCode()).isEqualTo(200);
    }

    @Test
    void isBrokenAndHealedFromOutside() throws Exception {
        assertThat(send(request("/simulator/fault").PUT(HttpRequest.BodyPublishers.ofString("database_down\n")))
                        .statusCode())
                .isEqualTo(204);
        assertThat(get("/slurmdb/v0.0.45/qos/").statusCode()).isEqualTo(502);
        assertThat(get(V45 + "jobs/").statusCode()).isEqualTo(200);
        assertThat(send(request("/simulator/fault").PUT(HttpRequest.BodyPublishers.ofString("tired")))
                        .statusCode())
                .isEqualTo(400);
        assertThat(send(request("/simulator/fault").DELETE()).statusCode()).isEqualTo(204);
        assertThat(get("/slurmdb/v0.0.45/qos/").statusCode()).isEqualTo(200);
    }

    @Test
    void answersRequestsThatHangWhenItHeals() throws Exception {
        server().failWith(Fault.HANG);
        CompletableFuture<HttpResponse<byte[]>> waiting =
                client.sendAsync(request(V45 + "ping/").build(), HttpResponse.BodyHandlers.ofByteArray());
        while (server().requests(V45 + "ping/") == 0) {
            Thread.onSpinWait();
        }
        assertThat(waiting).isNotDone();
        server().heal();

        assertThat(waiting.get().statusCode()).isEqualTo(200);
        assertThat(server().mostRequestsAtOnce()).isEqualTo(1);
    }

    @Test
    void followsWhatIsDoneToTheCluster() throws Exception {
        int id =
                server().submit(JobRequest.named("mpi").nodes(2).tasksPerNode(8).build());
        assertThat(json(get(V45 + "jobs/")).at("/jobs/0/job_state")).hasToString("[\"PENDING\"]");
        server().advance(Duration.ofSeconds(5));
        JsonNode job = json(get(V45 + "jobs/")).at("/jobs/0");

        assertThat(job.at("/job_id").intValue()).isEqualTo(id);
        assertThat(job.at("/nodes").textValue()).isEqualTo("cpu[001-002]");
        assertThat(server().view().job(id).orElseThrow().state()).isEqualTo(JobState.RUNNING);
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
