package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.fixtures.Capture;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests all requests except lists of nodes and jobs. Also tests how the exporter handles rejections by slurmrestd. */
class SlurmRequestTest extends EventLoopTest {

    private Slurmrestd slurmrestd(String version) {
        return slurmrestd(connection().pinned(version));
    }

    private void answer(String path, String release, String captured) {
        Capture capture = Capture.of(release);
        server.answerJson(path, capture.head(captured).status(), Buffer.buffer(capture.bytes(captured)));
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void readsWhatIsThereInEveryVersion(String release, String version) throws Exception {
        for (String name : List.of("slurm/diag", "slurm/licenses", "slurm/reservations", "slurmdb/qos")) {
            String[] part = name.split("/", -1);
            answer(
                    "/" + part[0] + "/" + version + "/" + part[1] + "/",
                    release,
                    "rest/" + version + "/" + name + ".json");
        }
        Slurmrestd slurmrestd = slurmrestd(version);

        assertThat(size(slurmrestd, SlurmRequest.DIAG)).isEqualTo(1);
        assertThat(size(slurmrestd, SlurmRequest.LICENSES)).isEqualTo(4);
        assertThat(size(slurmrestd, SlurmRequest.RESERVATIONS)).isEqualTo(5);
        assertThat(size(slurmrestd, SlurmRequest.QOS)).isEqualTo(7);
    }

    @Test
    void namesTheOwnerOfAJob() throws Exception {
        server.answerJson(
                "/slurm/v0.0.42/job/12/", "{\"jobs\": [{\"job_id\": 12, \"user_id\": 7001, \"user_name\": \"ada\"}]}");
        server.answerJson("/slurm/v0.0.42/job/13/", 404, "{\"jobs\": [], \"errors\": [{\"error_number\": 2017}]}");
        Slurmrestd slurmrestd = slurmrestd("v0.0.42");

        assertThat(answer(() -> slurmrestd.ownerName(7001, 12))).contains("ada");
        assertThat(answer(() -> slurmrestd.ownerName(7002, 12)))
                .as("another user's job")
                .isEmpty();
        assertThat(answer(() -> slurmrestd.ownerName(7001, 13)))
                .as("a job that slurmctld has removed")
                .isEmpty();
    }

    private <T> int size(Slurmrestd slurmrestd, SlurmRequest<T> request) throws FetchFailure {
        return answer(() -> slurmrestd.fetch(request)).value().orElseThrow().size();
    }

    private <T> FetchFailure failure(Slurmrestd slurmrestd, SlurmRequest<T> request) {
        return failure(() -> slurmrestd.fetch(request));
    }

    /** If Slurm has no slurmdbd, slurmrestd does not load the plugin for slurmdbd. */
    @Test
    void takesAPathThatIsNotServedForAbsent() throws Exception {
        assertThat(absent(slurmrestd("v0.0.45"), SlurmRequest.QOS)).contains("openapi/slurmdbd");
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void takesWhatOurUserMayNotReadForAbsent(String release, String version) throws Exception {
        answer("/slurmdb/" + version + "/diag/", release, "rest/" + version + "/slurmdb/diag.json");

        assertThat(absent(slurmrestd(version), SlurmRequest.DBD)).contains("may not read");
    }

    @Test
    void doesNotAskForTheConfigurationBeforeTheVersionThatHasIt() throws Exception {
        assertThat(absent(slurmrestd("v0.0.44"), SlurmRequest.CONF)).contains("v0.0.45");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void takesASlurmdbdThatIsDownForAFailure() {
        answer("/slurmdb/v0.0.45/qos/", "26.05", "errors/slurmdbd-down/v0.0.45-slurmdb-qos.json");

        FetchFailure failure = failure(slurmrestd("v0.0.45"), SlurmRequest.QOS);

        assertThat(failure.kind()).isEqualTo(FailureKind.UNEXPECTED_STATUS);
        assertThat(failure.message()).contains("502").contains("slurmdbd");
    }

    /**
     * With such a token, the shares path responds with status 500 and -1. The paths of slurmdbd respond with status
     * 502, as if slurmdbd were down.
     */
    @Test
    void saysThatTheTokenIsRefusedWhereSlurmrestdDoesNotSay() {
        answer("/slurm/v0.0.45/licenses/", "26.05", "errors/expired-token-jobs.json");
        answer("/slurm/v0.0.45/shares/", "26.05", "errors/slurmctld-down/v0.0.45-shares.json");
        answer("/slurmdb/v0.0.45/qos/", "26.05", "errors/slurmdbd-down/v0.0.45-slurmdb-qos.json");
        Slurmrestd slurmrestd = slurmrestd("v0.0.45");

        FetchFailure shares = failure(slurmrestd, SlurmRequest.SHARES);
        FetchFailure qos = failure(slurmrestd, SlurmRequest.QOS);

        assertThat(shares.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
        assertThat(shares.message()).contains("rejects the token").contains("slurm_associations_get_shares()");
        assertThat(qos.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
        assertThat(qos.message()).contains("rejects the token").contains("HTTP 502");
    }

    @Test
    void takesASlurmctldThatIsDownForAFailure() {
        answer("/slurm/v0.0.45/diag/", "26.05", "errors/slurmctld-down/v0.0.45-diag.json");

        assertThat(failure(slurmrestd("v0.0.45"), SlurmRequest.DIAG).kind()).isEqualTo(FailureKind.UNEXPECTED_STATUS);
    }

    @Test
    void takesAnAnswerThatBreaksOffForAFailure() {
        server.answerJson("/slurm/v0.0.45/licenses/", "{\"licenses\": [{\"LicenseName\": \"matlab\"");

        assertThat(failure(slurmrestd("v0.0.45"), SlurmRequest.LICENSES).kind()).isEqualTo(FailureKind.UNDECODABLE);
    }

    private <T> String absent(Slurmrestd slurmrestd, SlurmRequest<T> request) {
        FetchFailure failure = failure(slurmrestd, request);
        assertThat(failure.isAbsent()).isTrue();
        return failure.message();
    }
}
