package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.schema.HttpUrl;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.cluster.Controller;
import dev.sluice.exporter.model.cluster.ControllerConf;
import dev.sluice.exporter.model.cluster.ControllerConf.PrivateData;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.fixtures.Capture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControllerCountsTest extends EventLoopTest {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @BeforeEach
    void answerCaptured() {
        for (String answer : List.of("jobs", "partitions", "jobs-users-accts")) {
            String body = Capture.of("26.05").text("openmetrics/" + answer + ".txt");
            server.answer(
                    "/metrics/" + answer,
                    request -> request.response()
                            .putHeader("Content-Type", "text/plain")
                            .end(body));
        }
    }

    private ControllerCounts at() {
        return counts(
                new ControllerCounts.Address(true, Optional.of(new HttpUrl(false, "127.0.0.1", server.port(), ""))));
    }

    /** Returns a reader of counts that already knows slurmrestd's release and controller. */
    private ControllerCounts found(String release, int port) {
        ControllerCounts counts = counts(new ControllerCounts.Address(true, Optional.empty()));
        counts.learn(fetched(release, new Controller("127.0.0.1", "primary", true)));
        counts.learnPort(fetched(
                release,
                new ControllerConf(
                        release,
                        Instant.EPOCH,
                        0,
                        SelectType.DEFAULT,
                        port,
                        PrivateData.NONE,
                        true,
                        Optional.empty())));
        return counts;
    }

    private ControllerCounts counts(ControllerCounts.Address where) {
        return new ControllerCounts(vertx, "alpha", where, DEADLINE);
    }

    private static <T> Fetched<List<T>> fetched(String release, T record) {
        return new Fetched<>(Optional.of(List.of(record)), "v0.0.45", release, 0, 0, Optional.empty());
    }

    private FetchFailure failure(ControllerCounts counts) {
        return failure(() -> counts.fetch().eventually(counts::close));
    }

    private Fetched<List<JobCounts>> fetch(ControllerCounts counts) throws FetchFailure {
        return answer(() -> counts.fetch().eventually(counts::close));
    }

    @Test
    void readsJobsPartitionsUsersAndAccounts() throws Exception {
        Fetched<List<JobCounts>> fetched = fetch(at());

        JobCounts counts = fetched.value().orElseThrow().get(0);
        assertThat(counts.cluster()).containsEntry(JobState.PENDING, 5310L).containsEntry(JobState.RUNNING, 34L);
        assertThat(counts.partitions()).hasSize(11);
        assertThat(counts.users()).containsKey("carol");
        assertThat(counts.accounts()).isNotEmpty();
        assertThat(fetched.bytes()).isGreaterThan(10_000);
    }

    @Test
    void findsSlurmctldByWhatSlurmrestdSays() throws Exception {
        assertThat(fetch(found("26.05.5", server.port())).value()).isPresent();
    }

    @Test
    void sendsNoToken() throws Exception {
        fetch(at());

        assertThat(server.asked())
                .hasSize(3)
                .allMatch(asked -> asked.headers().keySet().stream()
                        .noneMatch(
                                name -> name.toLowerCase(java.util.Locale.ROOT).contains("slurm")
                                        || name.equalsIgnoreCase("Authorization")));
    }

    /** An older slurmctld logs an error for every such request. */
    @Test
    void asksNothingOfAnOlderSlurmctld() {
        assertAbsent(found("24.11.5", server.port()), "24.11.5");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void asksNothingWhereItIsOffOrSlurmctldUnknown() {
        for (ControllerCounts.Address where : List.of(
                new ControllerCounts.Address(false, Optional.empty()),
                new ControllerCounts.Address(true, Optional.empty()))) {
            assertAbsent(counts(where), "");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {303, 401, 403, 404})
    void isAbsentWhereSlurmctldDoesNotServeIt(int status) {
        server.answerStatus("/metrics/jobs", status);

        assertAbsent(at(), "");
    }

    @Test
    void isAbsentWhereAPortThatWasFoundRefuses() {
        ControllerCounts counts = found("26.05.5", server.port());
        server.close();

        assertAbsent(counts, "slurm.controllerMetrics");
    }

    @Test
    void failsWhereAConfiguredAddressRefuses() {
        ControllerCounts counts = at();
        server.close();

        assertThat(failure(counts).kind()).isEqualTo(FailureKind.UNREACHABLE);
    }

    @Test
    void failsWhereTheAnswerIsNone() {
        server.answer("/metrics/partitions", request -> request.response().end("busy"));

        assertThat(failure(at()).kind()).isEqualTo(FailureKind.UNDECODABLE);
    }

    @Test
    void failsWhereSlurmctldFails() {
        server.answerStatus("/metrics/jobs-users-accts", 500);

        assertThat(failure(at()).kind()).isEqualTo(FailureKind.UNEXPECTED_STATUS);
    }

    private void assertAbsent(ControllerCounts counts, String reason) {
        FetchFailure failure = failure(counts);
        assertThat(failure.isAbsent()).isTrue();
        assertThat(failure.message()).contains(reason);
    }
}
