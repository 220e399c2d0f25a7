package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.slurm.decode.CapturedReleases;
import dev.sluice.fixtures.Capture;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests the captured responses of slurmdbd, and compares the ended runs with sacct. */
class AccountedRunsTest extends EventLoopTest {

    /** Between the ends of the captured runs, which are from 09:07:02 to 09:12. */
    private static final Instant HALF_AN_HOUR_BEFORE = Instant.parse("2026-11-20T08:37:20Z");

    private static final String REQUEST = "skip_steps=true&show_duplicates=true&disable_truncate_usage_time=true";

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void readsTheEndedRunsThatSacctShowsAndEachOnce(String release, String version) throws Exception {
        List<AccountedRun> read = read(release, version, HALF_AN_HOUR_BEFORE, HALF_AN_HOUR_BEFORE.plusSeconds(3600));

        assertThat(read)
                .containsExactlyInAnyOrderElementsOf(CapturedReleases.sacct(release))
                .hasSizeGreaterThan(5);
        assertThat(server.asked())
                .extracting(asked -> asked.query().orElse(""))
                .containsExactly(
                        REQUEST + "&start_time=uts1795163840&end_time=uts1795165640",
                        REQUEST + "&start_time=uts1795165640&end_time=uts1795167440");
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void readsTheRunsThatEndedInTheFirstSecond(String release, String version) throws Exception {
        Instant end =
                Instant.ofEpochSecond(CapturedReleases.sacct(release).get(0).endedAt());
        assertThat(read(release, version, end.plusMillis(900), end.plusMillis(1_100)))
                .isNotEmpty()
                .allMatch(run -> run.endedAt() == end.getEpochSecond());
        assertThat(read(release, version, end.minusSeconds(1), end))
                .noneMatch(run -> run.endedAt() == end.getEpochSecond());
    }

    private List<AccountedRun> read(String release, String version, Instant from, Instant to) throws Exception {
        byte[] captured = Capture.of(release).bytes("rest/" + version + "/slurmdb/jobs.json");
        server.answerJson("/slurmdb/" + version + "/jobs/", Buffer.buffer(captured));
        Slurmrestd slurmrestd = slurmrestd(connection().pinned(version));
        return answer(() -> slurmrestd.endedRuns(from, to));
    }
}
