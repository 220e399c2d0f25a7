package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.decode.RecordUse;
import dev.sluice.exporter.slurm.decode.Trees;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the requests to slurmrestd. Also tests that the exporter reads the captured responses completely. */
class SlurmrestdRequestsTest extends EventLoopTest {

    /** The number of nodes in {@code scontrol show nodes}, in both captured clusters. */
    private static final int NODES = 34;

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private static final String LIST = "/slurm/v0\\.0\\.4\\d/(nodes|partitions|jobs|ping)/";

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void readsEveryListOverHttp(String release, String version) throws Exception {
        server.answerCaptured(release, version);
        SlurmConnections connection = connection().pinned(version);

        assertThat(countAll(connection)).isEqualTo(countsOf(release, version));
    }

    @Test
    void asksBelowABasePath() throws Exception {
        server.answerCaptured("26.05", "v0.0.45", "/clusters/alpha");
        SlurmConnections connection = SlurmConnections.to(server.port(), "/clusters/alpha");

        assertThat(countAll(connection)).isEqualTo(countsOf("26.05", "v0.0.45"));
        assertThat(server.asked())
                .extracting(StubSlurmrestd.Asked::path)
                .allSatisfy(path -> assertThat(path).startsWith("/clusters/alpha/"));
    }

    /**
     * The exporter requests only lists. DELETE and POST requests would change jobs and nodes, and some GET requests
     * below slurmdb are expensive.
     */
    @ParameterizedTest
    @ValueSource(ints = {200, 204, 302, 304, 401, 404, 405, 500, 503, 511})
    void asksForListsOnlyWhateverTheAnswer(int status) throws Exception {
        server.answerCaptured("26.05", "v0.0.45");
        Slurmrestd slurmrestd = slurmrestd(connection());
        askForAll(slurmrestd);
        for (String name : List.of("nodes", "partitions", "jobs", "ping")) {
            server.answer(
                    "/slurm/" + (name.equals("jobs") ? "v0.0.44/" : "v0.0.45/") + name + "/",
                    request -> request.response()
                            .setStatusCode(status)
                            .putHeader("Location", "/slurm/v0.0.45/node/n1")
                            .putHeader("Content-Type", "application/json")
                            .end());
        }
        askForAll(slurmrestd);
        server.answerCaptured("26.05", "v0.0.45");
        askForAll(slurmrestd);

        assertThat(server.asked()).hasSizeGreaterThan(8).allSatisfy(request -> {
            assertThat(request.method()).isEqualTo("GET");
            assertThat(request.path()).matches("/openapi/v3|" + LIST);
            assertThat(request.query().orElse("")).matches("(flags=ALL)?&?(update_time=\\d+)?");
        });
    }

    @Test
    void asksForHiddenJobsAndPartitionsTooAndForNothingElseInParticular() throws Exception {
        server.answerCaptured("24.11", "v0.0.42");
        askForAll(slurmrestd(connection()));

        for (String list : List.of("jobs", "partitions")) {
            assertThat(server.askedFor("/slurm/v0.0.42/" + list + "/"))
                    .extracting(StubSlurmrestd.Asked::query)
                    .containsExactly(Optional.of("flags=ALL"));
        }
        assertThat(server.asked())
                .filteredOn(request -> !request.path().matches(".*/(jobs|partitions)/"))
                .hasSize(3)
                .extracting(StubSlurmrestd.Asked::query)
                .containsOnly(Optional.empty());
    }

    @Test
    void asksForDetailOnlyWhereTheGpusOfJobsAreWanted() throws Exception {
        server.answerCaptured("24.11", "v0.0.42");
        RecordUse use = Answers.use(false, false, true, Integer.MAX_VALUE);
        askForAll(new Slurmrestd(vertx, connection().make(), System::nanoTime, use, new ReadMemory()));

        assertThat(server.askedFor("/slurm/v0.0.42/jobs/"))
                .extracting(StubSlurmrestd.Asked::query)
                .containsExactly(Optional.of("flags=ALL&flags=DETAIL"));
    }

    @Test
    void asksNothingWithoutAToken() {
        for (String useless : List.of("", "SLURM_JWT=\n", "two\nlines", "a.b.c\u00e9")) {
            Slurmrestd slurmrestd = slurmrestd(connection().token(useless));

            FetchFailure failure = failure(slurmrestd::nodes);

            assertThat(failure.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
            assertThat(failure.message()).startsWith("the token ").doesNotContain("lines");
        }
        assertThat(server.asked()).isEmpty();
    }

    /** With PrivateData=nodes, slurmrestd sends status 422 to a user without the AdminLevel Operator. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"error_number\":2002,\"error\":\"Access/permission denied\"} | Access/permission denied",
                // slurmrestd's response for partitions
                "'' | PrivateData hides the list from users without the AdminLevel Operator",
            })
    void aHiddenListIsARefusal(String error, String message) throws Exception {
        server.answerCaptured("26.05", "v0.0.45");
        server.answerJson("/slurm/v0.0.45/nodes/", 422, "{\"errors\":[" + error + "]}");

        FetchFailure failure = failure(slurmrestd(connection())::nodes);

        assertThat(failure.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
        assertThat(failure.message()).contains(message);
    }

    /**
     * In this test, the token is not a JSON Web Token. The exporter would hide a JSON Web Token because of its format.
     */
    @Test
    void hidesTheTokenThatSlurmrestdQuotes() throws Exception {
        String token = "opaque-credential";
        String errors = "\"errors\":[{\"error_number\":9001,\"error\":\"no user for " + token + "\"}]";
        server.answerCaptured("26.05", "v0.0.45");
        for (String path : List.of("nodes/", "licenses/")) {
            server.answerJson("/slurm/v0.0.45/" + path, 500, "{" + errors + "}");
        }
        server.answerJson("/slurm/v0.0.45/partitions/", "{\"partitions\":[{\"name\":\"cpu\"}]," + errors + "}");
        Slurmrestd slurmrestd = slurmrestd(connection().token(token));

        assertThat(failure(slurmrestd::nodes).message())
                .contains("no user for [secret]")
                .doesNotContain(token);
        assertThat(failure(() -> slurmrestd.fetch(SlurmRequest.LICENSES)).message())
                .contains("no user for [secret]")
                .doesNotContain(token);
        assertThat(answer(slurmrestd::partitions).problem())
                .hasValueSatisfying(problem ->
                        assertThat(problem).contains("no user for [secret]").doesNotContain(token));
    }

    private void askForAll(Slurmrestd slurmrestd) throws FetchFailure {
        List<Function<Slurmrestd, Future<?>>> sources = List.of(
                Slurmrestd::nodes, Slurmrestd::partitions, each -> each.jobs(DEADLINE), Slurmrestd::controllers);
        for (Function<Slurmrestd, Future<?>> source : sources) {
            answer(() -> source.apply(slurmrestd).otherwiseEmpty());
        }
    }

    private List<Integer> countAll(SlurmConnections connection) throws FetchFailure {
        Slurmrestd slurmrestd = slurmrestd(connection);
        return List.of(
                size(slurmrestd::nodes),
                size(slurmrestd::partitions),
                size(() -> slurmrestd.jobs(DEADLINE)),
                size(slurmrestd::controllers));
    }

    private <T> int size(Supplier<Future<Fetched<List<T>>>> request) throws FetchFailure {
        return answer(request).value().orElseThrow().size();
    }

    private static List<Integer> countsOf(String release, String version) throws Exception {
        return List.of(
                NODES,
                Trees.captured(release, version, "partitions").get("partitions").size(),
                Trees.captured(release, version, "jobs").get("jobs").size(),
                1);
    }
}
