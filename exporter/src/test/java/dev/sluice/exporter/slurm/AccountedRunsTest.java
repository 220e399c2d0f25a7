package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.slurm.decode.CapturedReleases;
import dev.sluice.exporter.slurm.http.SlurmConnections;
import dev.sluice.exporter.slurm.http.StubSlurmrestd;
import dev.sluice.fixtures.Capture;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the ended runs in the captured responses of slurmdbd with sacct. */
class AccountedRunsTest extends EventLoopTest {

    /** Between the ends of the captured runs, which are from 09:07:02 to 09:12. */
    private static final Instant HALF_AN_HOUR_BEFORE = Instant.parse("2026-11-20T08:37:20Z");

    private static final String REQUEST = "skip_steps=true&show_duplicates=true&disable_truncate_usage_time=true";

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void readsTheEndedRunsThatSacctShowsAndEachOnce(String release, String version) throws Exception {
        try (StubSlurmrestd server = serving(release, version)) {
            List<AccountedRun> read = read(server, version, HALF_AN_HOUR_BEFORE, HALF_AN_HOUR_BEFORE.plusSeconds(3600));

            assertThat(read).containsExactlyInAnyOrderElementsOf(sacct(release)).hasSizeGreaterThan(5);
            assertThat(server.asked())
                    .extracting(asked -> asked.query().orElse(""))
                    .containsExactly(
                            REQUEST + "&start_time=uts1795163840&end_time=uts1795165640",
                            REQUEST + "&start_time=uts1795165640&end_time=uts1795167440");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void readsTheRunsThatEndedInTheFirstSecond(String release, String version) throws Exception {
        Instant end = Instant.ofEpochSecond(sacct(release).get(0).endedAt());
        try (StubSlurmrestd server = serving(release, version)) {
            assertThat(read(server, version, end.plusMillis(900), end.plusMillis(1_100)))
                    .isNotEmpty()
                    .allMatch(run -> run.endedAt() == end.getEpochSecond());
            assertThat(read(server, version, end.minusSeconds(1), end))
                    .noneMatch(run -> run.endedAt() == end.getEpochSecond());
        }
    }

    private StubSlurmrestd serving(String release, String version) throws Exception {
        byte[] captured = Capture.of(release).bytes("rest/" + version + "/slurmdb/jobs.json");
        StubSlurmrestd server = StubSlurmrestd.start(vertx);
        server.answerJson("/slurmdb/" + version + "/jobs/", Buffer.buffer(captured));
        return server;
    }

    private List<AccountedRun> read(StubSlurmrestd server, String version, Instant from, Instant to) throws Exception {
        Slurmrestd slurmrestd = slurmrestd(SlurmConnections.to(server.port()).pinned(version));
        return answer(() -> slurmrestd.endedRuns(from, to));
    }

    private static List<AccountedRun> sacct(String release) {
        List<List<String>> rows = CapturedReleases.rows(release, "cli/sacct.txt");
        List<String> columns = rows.get(0);
        List<AccountedRun> ended = new ArrayList<>();
        for (List<String> row : rows.subList(1, rows.size())) {
            if (row.get(columns.indexOf("End")).matches("\\d.*")) {
                ended.add(new AccountedRun(
                        Long.parseLong(row.get(columns.indexOf("JobIDRaw"))),
                        time(row.get(columns.indexOf("Submit"))),
                        time(row.get(columns.indexOf("Start"))),
                        time(row.get(columns.indexOf("End"))),
                        JobState.valueOf(row.get(columns.indexOf("State"))),
                        row.get(columns.indexOf("Account")),
                        row.get(columns.indexOf("User")),
                        row.get(columns.indexOf("Partition")),
                        Tres.parse(row.get(columns.indexOf("AllocTRES")))));
            }
        }
        return ended;
    }

    private static long time(String text) {
        return LocalDateTime.parse(text).toEpochSecond(ZoneOffset.UTC);
    }
}
