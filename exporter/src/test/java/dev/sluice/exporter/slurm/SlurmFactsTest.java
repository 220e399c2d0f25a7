package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.poll.SourceAbsent;
import dev.sluice.fixtures.Capture;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What slurmrestd is asked beside lists of nodes and jobs, and what is made of its refusals. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlurmFactsTest {

    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();

    @AfterAll
    void close() {
        Waiting.forResult(vertx.close());
    }

    private SlurmFacts facts(StubSlurmrestd server, String version) {
        SlurmConnection connection =
                SlurmConnections.to(server.port()).pinned(version).make();
        return new Slurmrestd(vertx, connection, System::nanoTime).facts();
    }

    private static void answer(StubSlurmrestd server, String path, String release, String captured) {
        Capture capture = Capture.of(release);
        server.answer(
                path,
                request -> request.response()
                        .setStatusCode(capture.head(captured).status())
                        .putHeader("Content-Type", "application/json")
                        .end(Buffer.buffer(capture.bytes(captured))));
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.CapturedReleases#all")
    void readsWhatIsThereInEveryVersion(String release, String version) throws Exception {
        try (StubSlurmrestd server = StubSlurmrestd.start(vertx)) {
            for (String name : List.of("slurm/diag", "slurm/licenses", "slurm/reservations", "slurmdb/qos")) {
                String[] part = name.split("/", -1);
                answer(
                        server,
                        "/" + part[0] + "/" + version + "/" + part[1] + "/",
                        release,
                        "rest/" + version + "/" + name + ".json");
            }
            SlurmFacts facts = facts(server, version);

            assertThat(size(facts::diag)).isEqualTo(1);
            assertThat(size(facts::licenses)).isEqualTo(4);
            assertThat(size(facts::reservations)).isEqualTo(5);
            assertThat(size(facts::qos)).isEqualTo(7);
        }
    }

    private <T> int size(Supplier<Future<Fetched<List<T>>>> request) throws FetchFailure {
        return Waiting.forAnswer(context, request).value().orElseThrow().size();
    }

    /** slurmrestd does not load its part for slurmdbd where Slurm has none. */
    @Test
    void takesAPathThatIsNotServedForAbsent() throws Exception {
        try (StubSlurmrestd server = StubSlurmrestd.start(vertx)) {
            assertThat(absent(facts(server, "v0.0.45")::qos)).contains("openapi/slurmdbd");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.CapturedReleases#all")
    void takesWhatOurUserMayNotReadForAbsent(String release, String version) throws Exception {
        try (StubSlurmrestd server = StubSlurmrestd.start(vertx)) {
            answer(server, "/slurmdb/" + version + "/diag/", release, "rest/" + version + "/slurmdb/diag.json");

            assertThat(absent(facts(server, version)::dbd)).contains("may not read");
        }
    }

    @Test
    void doesNotAskForTheConfigurationBeforeTheVersionThatHasIt() throws Exception {
        try (StubSlurmrestd server = StubSlurmrestd.start(vertx)) {
            assertThat(absent(facts(server, "v0.0.44")::conf)).contains("v0.0.45");
            assertThat(server.asked()).isEmpty();
        }
    }

    @Test
    void takesASlurmdbdThatIsDownForAFailure() {
        try (StubSlurmrestd server = StubSlurmrestd.start(vertx)) {
            answer(server, "/slurmdb/v0.0.45/qos/", "26.05", "errors/slurmdbd-down/v0.0.45-slurmdb-qos.json");

            FetchFailure failure = Waiting.forFailure(context, facts(server, "v0.0.45")::qos);

            assertThat(failure.kind()).isEqualTo(FailureKind.UNEXPECTED_STATUS);
            assertThat(failure.message()).contains("502").contains("slurmdbd");
        }
    }

    /** With such a token shares answer 500 and -1, and slurmdbd's part 502, as if what they ask were down. */
    @Test
    void saysThatTheTokenIsRefusedWhereSlurmrestdDoesNotSay() {
        try (StubSlurmrestd server = StubSlurmrestd.start(vertx)) {
            answer(server, "/slurm/v0.0.45/licenses/", "26.05", "errors/expired-token-jobs.json");
            answer(server, "/slurm/v0.0.45/shares/", "26.05", "errors/slurmctld-down/v0.0.45-shares.json");
            answer(server, "/slurmdb/v0.0.45/qos/", "26.05", "errors/slurmdbd-down/v0.0.45-slurmdb-qos.json");
            SlurmFacts facts = facts(server, "v0.0.45");

            FetchFailure shares = Waiting.forFailure(context, facts::shares);
            FetchFailure qos = Waiting.forFailure(context, facts::qos);

            assertThat(shares.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
            assertThat(shares.message()).contains("refuses the token").contains("slurm_associations_get_shares()");
            assertThat(qos.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
            assertThat(qos.message()).contains("refuses the token").contains("HTTP 502");
        }
    }

    @Test
    void takesASlurmctldThatIsDownForAFailure() {
        try (StubSlurmrestd server = StubSlurmrestd.start(vertx)) {
            answer(server, "/slurm/v0.0.45/diag/", "26.05", "errors/slurmctld-down/v0.0.45-diag.json");

            assertThat(Waiting.forFailure(context, facts(server, "v0.0.45")::diag)
                            .kind())
                    .isEqualTo(FailureKind.UNEXPECTED_STATUS);
        }
    }

    @Test
    void takesAnAnswerThatBreaksOffForAFailure() {
        try (StubSlurmrestd server = StubSlurmrestd.start(vertx)) {
            server.answerJson("/slurm/v0.0.45/licenses/", "{\"licenses\": [{\"LicenseName\": \"matlab\"");

            assertThat(Waiting.forFailure(context, facts(server, "v0.0.45")::licenses)
                            .kind())
                    .isEqualTo(FailureKind.UNDECODABLE);
        }
    }

    private <T> String absent(Supplier<Future<Fetched<List<T>>>> request) throws Exception {
        CompletableFuture<Fetched<List<T>>> result = new CompletableFuture<>();
        context.runOnContext(unused -> request.get().onComplete(result::complete, result::completeExceptionally));
        try {
            throw new AssertionError("is there: " + result.get(60, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SourceAbsent absent) {
                return absent.reason();
            }
            throw new AssertionError("a failure", e);
        }
    }
}
