package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.decode.Trees;
import dev.sluice.fixtures.Capture;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests when the exporter requests only changes, and how the exporter handles the response "nothing changed". */
class ConditionalRequestsTest extends EventLoopTest {

    private static final String NODES = "/slurm/v0.0.45/nodes/";
    private static final String JOBS = "/slurm/v0.0.45/jobs/";
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final AtomicLong nanoTime = new AtomicLong();

    @BeforeEach
    void start() {
        server.answerCaptured("26.05", "v0.0.45");
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void asksForChangesSinceTheLastAnswerInTheVersionsOwnForm(String release, String version) throws Exception {
        server.answerCaptured(release, version);
        Slurmrestd slurmrestd = slurmrestd(version);
        String prefix = version.equals("v0.0.40") || version.equals("v0.0.41") ? "uts" : "";

        for (int n = 0; n < 2; n++) {
            answer(slurmrestd::nodes);
            answer(slurmrestd::partitions);
            answer(() -> slurmrestd.jobs(DEADLINE));
            answer(slurmrestd::controllers);
        }

        assertThat(queries("/slurm/" + version + "/nodes/"))
                .containsExactly("", "update_time=" + prefix + lastUpdate(release, version, "nodes"));
        // The exporter always requests all partitions: when dynamic nodes register, slurmctld reports "nothing new",
        // although the sizes of partitions changed.
        assertThat(queries("/slurm/" + version + "/partitions/")).containsExactly("flags=ALL", "flags=ALL");
        assertThat(queries("/slurm/" + version + "/jobs/"))
                .containsExactly("flags=ALL", "flags=ALL&update_time=" + prefix + lastUpdate(release, version, "jobs"));
        assertThat(queries("/slurm/" + version + "/ping/")).containsExactly("", "");
    }

    @Test
    void takes304ForNothingNew() throws Exception {
        Slurmrestd slurmrestd = slurmrestd("v0.0.45");
        answer(slurmrestd::nodes);
        server.answerStatus(NODES, 304);

        Fetched<List<Node>> second = answer(slurmrestd::nodes);

        assertThat(second.value()).isEmpty();
        assertThat(second.apiVersion()).isEqualTo("v0.0.45");
        answer(slurmrestd::nodes);
        assertThat(queries(NODES).get(2)).isEqualTo(queries(NODES).get(1));
    }

    @Test
    void takesAnEmptyListOfJobsForNothingNewWhereItAskedForChanges() throws Exception {
        Slurmrestd slurmrestd = slurmrestd("v0.0.45");
        answer(() -> slurmrestd.jobs(DEADLINE));
        answerNoneNew();

        Fetched<List<Job>> second = answer(() -> slurmrestd.jobs(DEADLINE));

        assertThat(second.value()).isEmpty();
    }

    @Test
    void takesAnEmptyListOfJobsForAnEmptyQueueWhereItAskedForAll() throws Exception {
        answerNoneNew();

        assertThat(answer(() -> slurmrestd("v0.0.45").jobs(DEADLINE)).value()).contains(List.of());
    }

    @Test
    void refusesA304ThatItDidNotAskFor() {
        server.answerStatus(NODES, 304);

        assertThat(failure(slurmrestd("v0.0.45")::nodes).kind()).isEqualTo(FailureKind.UNEXPECTED_STATUS);
    }

    @ParameterizedTest
    @ValueSource(ints = {304, 401, 404, 500, 503})
    void asksForAllAfterAFailure(int status) throws Exception {
        Slurmrestd slurmrestd = slurmrestd("v0.0.45");
        answer(slurmrestd::nodes);
        // The test polls twice. The first request asks for changes, and status 304 is a valid response to such a
        // request.
        server.answer(NODES, request -> request.connection().close());
        failure(slurmrestd::nodes);
        server.answerStatus(NODES, status);
        failure(slurmrestd::nodes);
        server.answerCaptured("26.05", "v0.0.45");

        assertThat(answer(slurmrestd::nodes).value()).isPresent();

        assertThat(queries(NODES).get(1)).startsWith("update_time=");
        assertThat(queries(NODES).subList(2, 4)).containsExactly("", "");
    }

    /** Responds like slurmrestd 24.11 in the case that nodes have changed but partitions have not changed. */
    @Test
    void asksForAllAtOnceAndFromThenOnWhereTheServerCannotTellWhatChanged() throws Exception {
        Slurmrestd slurmrestd = slurmrestd("v0.0.45");
        answer(slurmrestd::nodes);
        Buffer all = Buffer.buffer(Trees.bytes(Trees.captured("26.05", "v0.0.45", "nodes")));
        Buffer refusal = Buffer.buffer("{\"errors\":[{\"description\":\"Unable to query partitions\"}]}");
        server.answer(NODES, request -> {
            boolean conditional = request.query() != null;
            request.response()
                    .setStatusCode(conditional ? 500 : 200)
                    .putHeader("content-type", "application/json")
                    .end(conditional ? refusal : all);
        });

        assertThat(answer(slurmrestd::nodes).value()).isPresent();
        assertThat(answer(slurmrestd::nodes).value()).isPresent();

        assertThat(queries(NODES).get(1)).startsWith("update_time=");
        assertThat(queries(NODES)).hasSize(4);
        assertThat(queries(NODES).subList(2, 4)).containsExactly("", "");
    }

    @Test
    void asksForAllAfterAnAnswerThatCannotBeRead() throws Exception {
        Slurmrestd slurmrestd = slurmrestd("v0.0.45");
        answer(slurmrestd::nodes);
        server.answerJson(NODES, "{\"nodes\":[{]}");
        failure(slurmrestd::nodes);
        server.answerCaptured("26.05", "v0.0.45");

        answer(slurmrestd::nodes);

        assertThat(queries(NODES).get(2)).isEmpty();
    }

    @Test
    void asksForAllWhereTheNegotiationFailedMeanwhile() throws Exception {
        Slurmrestd slurmrestd = conditional(connection());
        answer(slurmrestd::nodes);
        server.answerStatus("/slurm/v0.0.45/partitions/", 404).answerStatus("/openapi/v3", 503);
        failure(slurmrestd::partitions);
        failure(slurmrestd::nodes);
        server.answerCaptured("26.05", "v0.0.45");

        answer(slurmrestd::nodes);

        assertThat(queries(NODES)).containsExactly("", "");
    }

    @Test
    void asksForAllInAnotherVersion() throws Exception {
        Slurmrestd slurmrestd = conditional(connection());
        answer(slurmrestd::nodes);
        server.answerStatus("/slurm/v0.0.45/partitions/", 404);
        failure(slurmrestd::partitions);
        server.answerCaptured("26.05", "v0.0.44")
                .answerJson("/openapi/v3", "{\"paths\":{\"/slurm/v0.0.44/nodes/\":{}}}");

        answer(slurmrestd::nodes);

        assertThat(queries("/slurm/v0.0.44/nodes/")).containsExactly("");
    }

    @ParameterizedTest
    @CsvSource({"30, true", "31, false"})
    void asksForAllWithinAMinute(int seconds, boolean conditional) throws Exception {
        Slurmrestd slurmrestd = slurmrestd("v0.0.45");
        answer(slurmrestd::nodes);
        nanoTime.addAndGet(Duration.ofSeconds(seconds).toNanos());

        answer(slurmrestd::nodes);

        assertThat(queries(NODES).get(1).startsWith("update_time=")).isEqualTo(conditional);
    }

    /** With the response "nothing changed", the gap would remain for a minute. */
    @Test
    void asksForAllAfterAnAnswerWithErrorsOrGaps() throws Exception {
        ObjectNode withErrors = Trees.captured("26.05", "v0.0.45", "nodes");
        withErrors.putArray("errors").addObject().put("error", "slurmdbd is away");
        ObjectNode withGap = Trees.captured("26.05", "v0.0.45", "nodes");
        withGap.withArray("nodes").addObject().put("name", "");
        Slurmrestd slurmrestd = slurmrestd("v0.0.45");

        server.answerJson(NODES, Buffer.buffer(Trees.bytes(withErrors)));
        assertThat(answer(slurmrestd::nodes).problem()).contains("slurmdbd is away");
        server.answerJson(NODES, Buffer.buffer(Trees.bytes(withGap)));
        assertThat(answer(slurmrestd::nodes).unreadable()).isEqualTo(1);
        answer(slurmrestd::nodes);

        assertThat(queries(NODES)).containsExactly("", "", "");
    }

    private void answerNoneNew() {
        server.answerJson(JOBS, Capture.of("26.05").text("rest/v0.0.45/slurm/jobs-update-time-none.json"));
    }

    private Slurmrestd slurmrestd(String pinned) {
        return conditional(connection().pinned(pinned));
    }

    private Slurmrestd conditional(SlurmConnections connection) {
        return new Slurmrestd(vertx, connection.make(), nanoTime::get, Answers.METRICS, new ReadMemory());
    }

    private List<String> queries(String path) {
        return server.askedFor(path).stream()
                .map(StubSlurmrestd.Asked::query)
                .map(query -> query.orElse(""))
                .toList();
    }

    private static long lastUpdate(String release, String version, String list) throws Exception {
        return Trees.captured(release, version, list)
                .path("last_update")
                .path("number")
                .asLong();
    }
}
