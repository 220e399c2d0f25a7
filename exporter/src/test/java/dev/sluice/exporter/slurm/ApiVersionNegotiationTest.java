package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.fixtures.Capture;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiVersionNegotiationTest extends EventLoopTest {

    private static final String OPENAPI = "/openapi/v3";
    private static final String REQUEST = OPENAPI + ", read unless slurm.apiVersion is set: ";

    @ParameterizedTest
    @CsvSource({"24.11, v0.0.42", "26.05, v0.0.45"})
    void takesTheNewestOfACapturedServer(String release, String version) throws Exception {
        server.answerJson(OPENAPI, Buffer.buffer(Capture.of(release).bytes("openapi-v3.json")));

        assertThat(agreed(negotiation())).isEqualTo(version);
    }

    @ParameterizedTest
    @CsvSource({
        "v0.0.39 v0.0.40 v0.0.41, v0.0.41",
        "v0.0.41 v0.0.40, v0.0.41",
        "v0.0.40, v0.0.40",
        "v0.0.44 v0.0.45 v0.0.46, v0.0.46",
        "v0.0.45 v0.0.46 v0.0.47 v0.0.100, v0.0.46",
        "v0.0.40 v1.0.0, v0.0.40",
    })
    void takesTheNewestThatBothSidesKnow(String offered, String version) throws Exception {
        offer(offered.split(" ", -1));

        assertThat(agreed(negotiation())).isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v0.0.47 v0.0.48", "v0.0.38 v0.0.39", "v0.0.37", "v1.0.0"})
    void namesBothSidesWhereTheyHaveNoVersionInCommon(String offered) {
        offer(offered.split(" ", -1));

        FetchFailure failure = failure(negotiation());

        assertThat(failure.kind()).isEqualTo(FailureKind.UNDECODABLE);
        assertThat(failure.message())
                .isEqualTo("slurmrestd offers " + offered.replace(" ", ", ") + "; Sluice reads v0.0.40 to v0.0.46");
    }

    @Test
    void readsJobsInV44WhereTheServerOffersIt() throws Exception {
        server.answerCaptured("26.05", "v0.0.45");
        Slurmrestd slurmrestd = slurmrestd(connection());

        assertThat(answer(slurmrestd::nodes).apiVersion()).isEqualTo("v0.0.45");
        assertThat(answer(() -> slurmrestd.jobs(connection().make().deadline())).apiVersion())
                .isEqualTo("v0.0.44");
    }

    @Test
    void looksAtSlurmctldsOwnPathsOnly() throws Exception {
        server.answerJson(OPENAPI, """
                {"tags": ["/slurm/v0.0.46/x/"], "components": {"paths": {"/slurm/v0.0.46/jobs/": {}}},
                 "paths": {"/slurmdb/v0.0.45/jobs/": {}, "/slurm/v0.0.44": {}, "/x/slurm/v0.0.44/jobs/": {},
                           "/slurm/v0.0.42/jobs/": {"/slurm/v0.0.43/jobs/": {}}}}
                """);

        assertThat(agreed(negotiation())).isEqualTo("v0.0.42");
    }

    @Test
    void asksNobodyAboutAPinnedVersion() throws Exception {
        Requests pinned = negotiation(connection().pinned("v0.0.41"));

        assertThat(agreed(pinned)).isEqualTo("v0.0.41");
        assertThat(server.asked()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"paths\": {}}",
                "{\"paths\": []}",
                "{\"paths\": {\"/metrics\": {}}}",
                "[{\"paths\": {\"/slurm/v0.0.45/jobs/\": {}}}]",
                "{\"paths\": {\"/slurm/v0.0.45/jobs/\": {}}",
                "{\"paths\": {\"/slurm/v0.0.45/jobs/\": {}}} {}",
                "{\"paths\": {\"/slurm/v0.0.45/jobs/\": {}}} tru",
                "<html>/slurm/v0.0.45/</html>",
                "",
            })
    void doubtsADocumentThatIsNotSlurmrestds(String document) {
        server.answerJson(OPENAPI, document);

        FetchFailure failure = failure(negotiation());

        assertThat(failure.kind()).isEqualTo(FailureKind.UNDECODABLE);
        assertThat(failure.message()).contains("is this slurmrestd?");
    }

    @ParameterizedTest
    @CsvSource({
        "401, UNAUTHORIZED",
        "403, UNAUTHORIZED",
        "511, UNAUTHORIZED",
        "404, UNEXPECTED_STATUS",
        "500, UNEXPECTED_STATUS"
    })
    void saysWhyTheDocumentIsNotGiven(int status, FailureKind kind) {
        server.answerStatus(OPENAPI, status);

        FetchFailure failure = failure(negotiation());

        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.message()).isEqualTo(REQUEST + "HTTP " + status + ": no explanation");
    }

    @Test
    void namesTheTargetOfARedirect() {
        server.answer(
                OPENAPI,
                request -> request.response()
                        .setStatusCode(302)
                        .putHeader("Location", "https://login.example.org/?state=s3cret")
                        .end());

        FetchFailure failure = failure(negotiation());

        assertThat(failure.kind()).isEqualTo(FailureKind.UNEXPECTED_STATUS);
        assertThat(failure.message())
                .isEqualTo(REQUEST + "HTTP 302 redirects to https://login.example.org/: a proxy or login page answers,"
                        + " not slurmrestd; check slurm.url");
    }

    @Test
    void saysThatAGatewayAnswers() {
        server.answerStatus(OPENAPI, 502);

        assertThat(failure(negotiation()).message())
                .isEqualTo(REQUEST + "HTTP 502: a gateway answers, not slurmrestd; check slurm.url");
    }

    /** With a pinned version, the exporter does not need /openapi/v3. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "302|HTTP 302 redirects to /login: a proxy or login page answers, not slurmrestd; check slurm.url",
                "504|HTTP 504: a gateway answers, not slurmrestd; check slurm.url"
            })
    void recognizesAnotherServerWithAPinnedVersionToo(int status, String message) {
        server.answer(
                "/slurm/v0.0.45/nodes/",
                request -> request.response()
                        .setStatusCode(status)
                        .putHeader("Location", "/login")
                        .putHeader("Content-Type", "text/html")
                        .end("<html>"));
        Slurmrestd slurmrestd = slurmrestd(connection().pinned("v0.0.45"));

        assertThat(failure(slurmrestd::nodes).message()).isEqualTo(message);
    }

    @Test
    void asksOnceForAllSourcesThatAskAtTheSameTime() throws Exception {
        List<HttpServerRequest> waiting = new ArrayList<>();
        server.answerCaptured("26.05", "v0.0.45");
        server.answer(OPENAPI, waiting::add);
        SlurmConnection connection = connection().make();
        Slurmrestd slurmrestd = new Slurmrestd(vertx, connection, System::nanoTime, Answers.METRICS, new ReadMemory());
        vertx.setPeriodic(20, timer -> {
            if (!waiting.isEmpty()) {
                vertx.cancelTimer(timer);
                waiting.forEach(request -> request.response()
                        .putHeader("Content-Type", "application/json")
                        .end(document("v0.0.45")));
            }
        });

        answer(() -> Future.all(
                slurmrestd.nodes(),
                slurmrestd.partitions(),
                slurmrestd.jobs(connection.deadline()),
                slurmrestd.controllers()));

        assertThat(server.askedFor(OPENAPI)).hasSize(1);
        assertThat(server.asked()).hasSize(5);
    }

    @Test
    void asksAgainAfterItFailed() throws Exception {
        server.answerStatus(OPENAPI, 500);
        Requests negotiation = negotiation();
        failure(negotiation);
        offer("v0.0.43");

        assertThat(agreed(negotiation)).isEqualTo("v0.0.43");
        assertThat(agreed(negotiation)).isEqualTo("v0.0.43");
        assertThat(server.asked()).hasSize(2);
    }

    /** Without a token, the poll fails immediately, before any request. */
    @Test
    void failsAndRecoversWhereThereIsNoToken() {
        Requests negotiation = negotiation(connection().token(""));

        assertThat(failure(negotiation).kind()).isEqualTo(FailureKind.UNAUTHORIZED);
        assertThat(failure(negotiation).kind()).isEqualTo(FailureKind.UNAUTHORIZED);
    }

    @Test
    void negotiatesAnewWhenTheVersionIsGone() throws Exception {
        server.answerCaptured("26.05", "v0.0.45");
        Slurmrestd slurmrestd = slurmrestd(connection());
        answer(slurmrestd::nodes);
        server.answerStatus("/slurm/v0.0.45/nodes/", 404).answerCaptured("24.11", "v0.0.42");

        FetchFailure failure = failure(slurmrestd::nodes);

        assertThat(failure.kind()).isEqualTo(FailureKind.UNEXPECTED_STATUS);
        assertThat(failure.message()).isEqualTo("HTTP 404: slurmrestd does not serve v0.0.45 any more");
        assertThat(answer(slurmrestd::nodes).apiVersion()).isEqualTo("v0.0.42");
    }

    @Test
    void keepsToAPinnedVersionThatIsNotServed() {
        Slurmrestd slurmrestd = slurmrestd(connection().pinned("v0.0.40"));

        for (int n = 0; n < 2; n++) {
            FetchFailure failure = failure(slurmrestd::nodes);

            assertThat(failure.message())
                    .isEqualTo("HTTP 404: slurmrestd does not serve v0.0.40, which slurm.apiVersion names");
        }
        assertThat(server.askedFor(OPENAPI)).isEmpty();
    }

    @Test
    void negotiatesAnewAfterTheServerWasAway() throws Exception {
        server.answerCaptured("26.05", "v0.0.45");
        Slurmrestd slurmrestd = slurmrestd(connection());
        answer(slurmrestd::nodes);
        server.answer("/slurm/v0.0.45/nodes/", request -> request.connection().close());
        assertThat(failure(slurmrestd::nodes).kind()).isEqualTo(FailureKind.UNREACHABLE);
        server.answerCaptured("24.11", "v0.0.42");

        assertThat(answer(slurmrestd::nodes).apiVersion()).isEqualTo("v0.0.42");
        assertThat(server.askedFor(OPENAPI)).hasSize(2);
    }

    @Test
    void doesNotAskAgainForAFailureOfAnotherKind() throws Exception {
        server.answerCaptured("26.05", "v0.0.45");
        Slurmrestd slurmrestd = slurmrestd(connection());
        answer(slurmrestd::nodes);
        server.answerStatus("/slurm/v0.0.45/nodes/", 500);
        failure(slurmrestd::nodes);
        server.answerCaptured("26.05", "v0.0.45");

        assertThat(answer(slurmrestd::nodes).value()).isNotEqualTo(Optional.empty());
        assertThat(server.askedFor(OPENAPI)).hasSize(1);
    }

    private void offer(String... versions) {
        server.answerJson(OPENAPI, document(versions));
    }

    private static String document(String... versions) {
        return Stream.of(versions)
                .map(version -> "\"/slurm/" + version + "/nodes/\": {\"get\": {}}")
                .collect(Collectors.joining(",", "{\"openapi\": \"3.0.3\", \"paths\": {", "}}"));
    }

    private Requests negotiation() {
        return negotiation(connection());
    }

    private Requests negotiation(SlurmConnections connection) {
        SlurmConnection made = connection.make();
        return new Requests(new SlurmHttp(vertx, made), made, 1, new ReadMemory());
    }

    private String agreed(Requests negotiation) throws FetchFailure {
        return answer(negotiation::version).label();
    }

    private FetchFailure failure(Requests negotiation) {
        return failure(negotiation::version);
    }
}
