package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.slurm.SourceAnswers;
import dev.sluice.fixtures.Capture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the ended runs in the captured responses of slurmdbd with sacct. */
class EndedRunsTest {

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void readsTheEndedRunsThatSacctShows(String release, String version) throws Exception {
        byte[] captured = Capture.of(release).bytes("rest/" + version + "/slurmdb/jobs.json");

        assertThat(SourceAnswers.runs(captured))
                .filteredOn(run -> run.endedAt() > 0)
                .containsExactlyInAnyOrderElementsOf(CapturedReleases.sacct(release))
                .hasSizeGreaterThan(5);
    }
}
