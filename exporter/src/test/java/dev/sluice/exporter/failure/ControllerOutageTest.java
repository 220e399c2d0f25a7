package dev.sluice.exporter.failure;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static dev.sluice.exporter.failure.FakeSlurmrestd.captured;
import static dev.sluice.exporter.failure.FakeSlurmrestd.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.sluice.exporter.model.FailureKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests a slurmrestd that responds while its slurmctld is down, has restarted, or has no changes. */
class ControllerOutageTest {

    /** A time that is longer than every timeout. */
    private static final int HANGS_MILLIS = 3_600_000;

    @Test
    void saysThatSlurmctldIsDown() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            for (String source : RunningExporter.SOURCES) {
                slurmrestd.breakWith(source, captured("26.05", "errors/slurmctld-down/v0.0.45-" + source + ".json"));
            }
            slurmrestd.breakWith("licenses", captured("26.05", "errors/slurmctld-down/v0.0.45-jobs.json"));
            List.of("nodes", "partitions", "jobs").forEach(exporter::awaitDown);
            exporter.eventually(
                    () -> assertThat(exporter.scrape().controllerUp()).hasValue(0));
            Scrape down = exporter.scrape();
            assertThat(down.up("ping")).isTrue();
            assertThat(down.failures("jobs", FailureKind.UNEXPECTED_STATUS)).isEqualTo(down.failures("jobs"));
            assertThat(exporter.status("jobs").at("/failure/message").asText())
                    .contains("HTTP 502")
                    .contains("Unable to contact slurm controller (connect failure)");
            down.showsJobs();
            down.showsNodes();

            exporter.outliveMaxAgeOfAllBut("ping");
            Scrape stale = exporter.scrape();
            stale.showsNothingOf("jobs");
            stale.showsNothingOf("nodes");
            assertThat(stale.controllerUp()).hasValue(0);
            assertThat(exporter.readyz().statusCode()).isEqualTo(200);

            slurmrestd.heal();
            exporter.awaitAllUp();
            exporter.eventually(() -> exporter.scrape().showsTheWholeCluster());
        }
    }

    @Test
    void takesNoNoticeOfSlurmdbd() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            slurmrestd.breakWith("ping", captured("26.05", "errors/slurmdbd-down/v0.0.45-ping.json"));
            exporter.outliveMaxAgeOfAllBut(RunningExporter.SOURCES.toArray(String[]::new));

            Scrape scrape = exporter.scrape();
            scrape.showsTheWholeCluster();
            assertThat(RunningExporter.SOURCES).allSatisfy(source -> {
                assertThat(scrape.failures(source)).isZero();
                assertThat(scrape.problem(source)).isFalse();
            });
            assertThat(slurmrestd.requests())
                    .filteredOn(url -> url.startsWith("/slurmdb/"))
                    .allMatch(url -> url.matches("/slurmdb/[^/]+/(qos|associations|diag)/"));
        }
    }

    /** slurmctld has lost the state that the exporter knows, and has older update times. */
    @Test
    void believesARestartedControllerWhoseLastUpdateGoesBack() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            slurmrestd.breakJobsWith(oneJobRunning(1_795_100_000));
            exporter.eventually(
                    () -> assertThat(exporter.scrape().runningJobs()).hasValue(1));
            exporter.eventually(() ->
                    assertThat(slurmrestd.requestsFor("jobs")).last().asString().contains("update_time=1795100000"));

            slurmrestd.heal();
            slurmrestd.breakChangesWith("jobs", captured("26.05", "rest/v0.0.45/slurm/jobs-flags-all.json"));
            exporter.eventually(() -> exporter.scrape().showsJobs());
            assertThat(exporter.scrape().failures("jobs")).isZero();
        }
    }

    @Test
    void tellsAnEmptyQueueFromNothingNew() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            // Without changes, slurmrestd repeatedly sends an empty list with a last update of 0, as in the capture.
            exporter.outliveMaxAgeOfAllBut(RunningExporter.SOURCES.toArray(String[]::new));
            exporter.scrape().showsTheWholeCluster();
            assertThat(slurmrestd.requestsFor("jobs").subList(0, 2))
                    .containsExactly(
                            "/slurm/v0.0.45/jobs/?flags=ALL", "/slurm/v0.0.45/jobs/?flags=ALL&update_time=1795165987");

            slurmrestd.breakJobsWith(noJobs(1_795_166_000));
            exporter.eventually(
                    () -> assertThat(exporter.scrape().runningJobs()).hasValue(0));
            assertThat(exporter.scrape().failures("jobs")).isZero();

            // The queue is empty and does not change.
            slurmrestd.breakJobsWith(captured("26.05", "rest/v0.0.45/slurm/jobs-update-time-none.json"));
            exporter.outliveMaxAgeOfAllBut("jobs");
            assertThat(exporter.scrape().runningJobs()).hasValue(0);
        }
    }

    @Test
    void renewsTheAgeOfNodesThatHaveNotChanged() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            // Until the next full request, a response with status 304 renews the list.
            exporter.pass(Duration.ofSeconds(30));
            exporter.eventually(() -> assertThat(exporter.scrape().age("nodes")).hasValue(0));
            exporter.scrape().showsNodes();
            assertThat(exporter.status("nodes").path("state").asText()).isEqualTo("ok");
            assertThat(exporter.status("nodes").path("lastBytes").asInt()).isZero();
            assertThat(slurmrestd.requestsFor("nodes").subList(0, 2))
                    .containsExactly("/slurm/v0.0.45/nodes/", "/slurm/v0.0.45/nodes/?update_time=1795165987");
            // slurmctld does not record every change of partitions.
            assertThat(slurmrestd.requestsFor("partitions")).containsOnly("/slurm/v0.0.45/partitions/?flags=ALL");
        }
    }

    /** In this case, the exporter's data is possibly from another slurmctld. */
    @Test
    void asksForEverythingAfterAFailure() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            slurmrestd.breakWith("nodes", aResponse().withStatus(500));
            exporter.awaitDown("nodes");
            int asked = slurmrestd.requestsFor("nodes").size();
            slurmrestd.heal();
            exporter.awaitUp("nodes");

            List<String> afterwards =
                    slurmrestd.requestsFor("nodes").stream().skip(asked).toList();
            assertThat(afterwards).first().isEqualTo("/slurm/v0.0.45/nodes/");
        }
    }

    /**
     * The nodes source does not show whether the token is valid: this source skips cycles when responses are slow, or
     * gets no response.
     */
    @Test
    void doubtsPingWhereOnlyOtherSourcesWereRefused() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            slurmrestd.breakWith("nodes", aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
            slurmrestd.breakWith("partitions", captured("26.05", "errors/expired-token-jobs.json"));
            slurmrestd.breakJobsWith(captured("26.05", "errors/expired-token-jobs.json"));
            slurmrestd.breakWith("licenses", captured("26.05", "errors/expired-token-jobs.json"));
            List.of("nodes", "partitions", "jobs").forEach(exporter::awaitDown);
            slurmrestd.breakWith("ping", captured("26.05", "errors/expired-token.json"));
            exporter.awaitDown("ping");

            assertThat(exporter.scrape().failures("ping", FailureKind.UNAUTHORIZED))
                    .isPositive();
            assertThat(exporter.scrape().controllerUp()).hasValue(1);
        }
    }

    /**
     * If ping reports that a responding slurmctld is down, this result proves nothing. The previous state stays valid.
     */
    @Test
    void keepsWhatItKnowsOfAControllerThatAnswersWhilePingSaysDown() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            slurmrestd.breakWith("ping", captured("26.05", "errors/slurmctld-down/v0.0.45-ping.json"));
            exporter.outliveMaxAgeOfAllBut(RunningExporter.SOURCES.toArray(String[]::new));

            assertThat(exporter.scrape().controllerUp()).hasValue(1);
            assertThat(exporter.scrape().up("ping")).isTrue();
        }
    }

    /** The sources nodes and jobs get no response. Ping does not wait for these sources. */
    @Test
    void tellsThatTheControllerIsDownWhileOtherSourcesHang() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            for (String source : List.of("nodes", "partitions", "jobs")) {
                slurmrestd.breakWith(source, aResponse().withStatus(200).withFixedDelay(HANGS_MILLIS));
            }
            slurmrestd.breakWith("licenses", captured("26.05", "errors/slurmctld-down/v0.0.45-jobs.json"));
            slurmrestd.breakWith("ping", captured("26.05", "errors/slurmctld-down/v0.0.45-ping.json"));

            exporter.eventually(
                    () -> assertThat(exporter.scrape().controllerUp()).hasValue(0));
        }
    }

    private static ResponseDefinitionBuilder noJobs(long lastUpdate) {
        return json(
                "{\"jobs\": [], \"last_update\": {\"set\": true, \"infinite\": false, \"number\": %d}, \"errors\": []}"
                        .formatted(lastUpdate));
    }

    private static ResponseDefinitionBuilder oneJobRunning(long lastUpdate) {
        return json("{\"jobs\": [{\"job_id\": 7, \"job_state\": [\"RUNNING\"], \"partition\": \"cpu\"}],"
                + " \"last_update\": {\"set\": true, \"infinite\": false, \"number\": %d}, \"errors\": []}"
                        .formatted(lastUpdate));
    }
}
