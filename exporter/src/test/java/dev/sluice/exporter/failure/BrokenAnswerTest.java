package dev.sluice.exporter.failure;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static dev.sluice.exporter.failure.FakeSlurmrestd.captured;
import static dev.sluice.exporter.failure.FakeSlurmrestd.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.fixtures.Capture;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a source that returns only unusable responses. The responses are of all kinds that are known from slurmrestd
 * and from proxies.
 */
@Tag("slow")
class BrokenAnswerTest {

    private static final String HTML = "<!DOCTYPE html><html><body><h1>Bad gateway</h1></body></html>";
    private static final byte[] JOBS = Capture.of("26.05").bytes("rest/v0.0.45/slurm/jobs-flags-all.json");

    static Stream<Arguments> answersThatAreNone() {
        return Stream.of(
                argumentSet("reset", aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER), "unreachable", "broke"),
                argumentSet("closed", aResponse().withFault(Fault.EMPTY_RESPONSE), "unreachable", "broke"),
                argumentSet(
                        "closed in the body",
                        json("{\"jobs\": [").withHeader("Content-Length", "777733"),
                        "unreachable",
                        "10 of 777733 bytes"),
                argumentSet(
                        "half of the JSON",
                        json("").withBody(Arrays.copyOf(JOBS, JOBS.length / 2)),
                        "undecodable",
                        "ends at byte 388866"),
                argumentSet("no JSON", json("{\"jobs\": oops"), "undecodable", "not the JSON"),
                argumentSet("another list", json("{\"nodes\": []}"), "undecodable", "no list"),
                argumentSet("HTML with 200", html(200), "undecodable", "not JSON"),
                argumentSet("401", captured("26.05", "errors/no-auth.txt"), "unauthorized", "HTTP 401"),
                argumentSet("403", html(403), "unauthorized", "HTTP 403"),
                argumentSet(
                        "511",
                        captured("26.05", "errors/expired-token-jobs.json"),
                        "unauthorized",
                        "HTTP 511: Unable to query jobs: Protocol authentication error"),
                argumentSet(
                        "422",
                        captured("26.05", "errors/bad-query-value.json"),
                        "unexpected_status",
                        "HTTP 422: Parsing of yesterday for timestamp failed"),
                argumentSet("500 with HTML", html(500), "unexpected_status", "HTTP 500"),
                argumentSet(
                        "500 with errors", errorsAndNoJobs().withStatus(500), "unexpected_status", "Unable to query"),
                argumentSet("200 with errors", errorsAndNoJobs(), "unexpected_status", "Unable to query"),
                argumentSet(
                        "502",
                        captured("26.05", "errors/slurmctld-down/v0.0.45-jobs.json"),
                        "unexpected_status",
                        "HTTP 502: Unable to query jobs"),
                argumentSet("503 without a word", aResponse().withStatus(503), "unexpected_status", "HTTP 503"));
    }

    @ParameterizedTest
    @MethodSource("answersThatAreNone")
    void keepsTheLastGoodJobsUntilMaxAgeAndHeals(ResponseDefinitionBuilder answer, String kind, String message) {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            keepsTheLastGoodJobsUntilMaxAgeAndHeals(slurmrestd, exporter, answer, kind, message);
        }
    }

    static Stream<Arguments> answersThatTakeTooLong() {
        return Stream.of(
                // On a slow machine, the deadline grows with the duration of the responses before.
                argumentSet("hangs", json("{}").withFixedDelay(20_000), "no full response within "),
                argumentSet(
                        "trickles",
                        json("").withBody(JOBS).withChunkedDribbleDelay(200, 20_000),
                        "of 777733 bytes had arrived"));
    }

    @ParameterizedTest
    @MethodSource("answersThatTakeTooLong")
    void givesUpAtTheDeadlineAndHeals(ResponseDefinitionBuilder answer, String message) {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.withJobsDeadline(Duration.ofSeconds(2), slurmrestd)
                        .awaitAllUp()) {
            keepsTheLastGoodJobsUntilMaxAgeAndHeals(slurmrestd, exporter, answer, "timeout", message);
        }
    }

    private static void keepsTheLastGoodJobsUntilMaxAgeAndHeals(
            FakeSlurmrestd slurmrestd,
            RunningExporter exporter,
            ResponseDefinitionBuilder answer,
            String kind,
            String message) {
        exporter.scrape().showsTheWholeCluster();

        slurmrestd.breakJobsWith(answer);
        exporter.awaitDown("jobs");
        Scrape broken = exporter.scrape();
        assertThat(broken.failures("jobs", FailureKind.valueOf(kind.toUpperCase(Locale.ROOT))))
                .isPositive()
                .isEqualTo(broken.failures("jobs"));
        broken.showsTheWholeCluster();
        assertThat(exporter.status("jobs").path("state").asText()).isEqualTo("failing");
        assertThat(exporter.status("jobs").at("/failure/kind").asText()).isEqualTo(kind);
        // On a busy machine, not every poll reaches the body.
        exporter.eventually(
                () -> assertThat(exporter.status("jobs").at("/failure/message").asText())
                        .contains(message));
        assertThat(exporter.status("jobs").at("/failure/since").asText()).isEqualTo("2026-11-20T12:00:00Z");

        withdrawsJobsOnly(exporter);

        slurmrestd.heal();
        exporter.awaitUp("jobs");
        exporter.scrape().showsTheWholeCluster();
        assertThat(exporter.status("jobs").path("state").asText()).isEqualTo("ok");
        assertThat(exporter.status("jobs").has("failure")).isFalse();
    }

    private static void withdrawsJobsOnly(RunningExporter exporter) {
        exporter.outliveMaxAgeOfAllBut("nodes", "partitions", "ping");
        Scrape stale = exporter.scrape();
        stale.showsNothingOf("jobs");
        stale.showsNodes();
        assertThat(stale.controllerUp()).hasValue(1);
        assertThat(stale.age("jobs")).hasValue(80);
        assertThat(stale.failures("nodes") + stale.failures("partitions") + stale.failures("ping"))
                .isZero();
        assertThat(exporter.status("jobs").path("state").asText()).isEqualTo("stale");
        assertThat(exporter.status("nodes").path("state").asText()).isEqualTo("ok");
        assertThat(exporter.readyz().statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"nodes, jobs, ping", "ping, jobs, nodes"})
    void takesDownNoOtherSourcesNumbers(String broken, String other, String another) {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            slurmrestd.breakWith(broken, html(500));
            exporter.awaitDown(broken);
            exporter.scrape().showsTheWholeCluster();

            exporter.outliveMaxAgeOfAllBut("partitions", other, another);
            Scrape stale = exporter.scrape();
            stale.showsNothingOf(broken);
            stale.showsJobs();
            assertThat(stale.nodesPoweringUp().isPresent()).isEqualTo(!broken.equals("nodes"));
            assertThat(stale.controllerUp().isPresent()).isEqualTo(!broken.equals("ping"));

            slurmrestd.heal();
            exporter.awaitUp(broken);
            exporter.scrape().showsTheWholeCluster();
        }
    }

    @Test
    void showsEverythingWhilePartitionsFail() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            slurmrestd.breakWith("partitions", html(500));
            exporter.awaitDown("partitions");
            exporter.outliveMaxAgeOfAllBut("nodes", "jobs", "ping");
            exporter.scrape().showsTheWholeCluster();
            assertThat(exporter.status("partitions").path("state").asText()).isEqualTo("stale");

            slurmrestd.heal();
            exporter.awaitUp("partitions");
        }
    }

    @Test
    void takesCompleteDataBesideAnErrorAndSaysSo() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            assertThat(exporter.scrape().problem("jobs")).isFalse();
            slurmrestd.breakJobsWith(captured("26.05", "errors/bad-flag.json"));
            exporter.eventually(
                    () -> assertThat(exporter.scrape().problem("jobs")).isTrue());
            exporter.outliveMaxAgeOfAllBut(RunningExporter.SOURCES.toArray(String[]::new));
            Scrape scrape = exporter.scrape();
            scrape.showsTheWholeCluster();
            assertThat(scrape.up("jobs")).isTrue();
            assertThat(scrape.failures("jobs")).isZero();

            slurmrestd.heal();
            exporter.eventually(
                    () -> assertThat(exporter.scrape().problem("jobs")).isFalse());
        }
    }

    @Test
    void doesNotFlapWhereTheErrorComesWithAnswersOfNothingNewToo() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            slurmrestd.breakFullWith("jobs", captured("26.05", "errors/bad-flag.json"));
            slurmrestd.breakChangesWith("jobs", errorsAndNoJobs().withStatus(500));
            exporter.eventually(
                    () -> assertThat(exporter.scrape().problem("jobs")).isTrue());
            double failures = exporter.scrape().failures("jobs");

            int asked = slurmrestd.requestsFor("jobs").size();
            exporter.eventually(() -> assertThat(slurmrestd.requestsFor("jobs")).hasSizeGreaterThan(asked + 4));
            assertThat(exporter.scrape().failures("jobs")).isEqualTo(failures);
            assertThat(exporter.scrape().problem("jobs")).isTrue();
        }
    }

    private static ResponseDefinitionBuilder html(int status) {
        return aResponse()
                .withStatus(status)
                .withHeader("Content-Type", "text/html")
                .withBody(HTML);
    }

    private static ResponseDefinitionBuilder errorsAndNoJobs() {
        return json("{\"jobs\": [], \"last_update\": {\"set\": true, \"infinite\": false, \"number\": 0},"
                + " \"errors\": [{\"description\": \"Unable to query jobs\", \"error_number\": 2130,"
                + " \"error\": \"Unable to load job information\", \"source\": \"slurm_load_jobs()\"}]}");
    }
}
