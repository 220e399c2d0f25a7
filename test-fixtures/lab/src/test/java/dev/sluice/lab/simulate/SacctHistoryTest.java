package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.model.GpuCounts;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SacctHistoryTest {

    private static final String HEADER = "JobID|User|Partition|Submit|Eligible|ElapsedRaw|TimelimitRaw|AllocTRES";

    @Test
    void readsJobsOfEveryShape() throws IOException {
        History history = parse(
                HEADER,
                "12|ann|gpu|1790000000|1790000000|3600|120|billing=96,cpu=192,gres/gpu=16,gres/gpu:h100=16,mem=1T,node=2",
                "13_7|bob|cpu|1790000060|1790000120|59|UNLIMITED|billing=4,cpu=4,mem=8G,node=1");

        // Times start at the first job. The time of a job is the time at which the job became eligible.
        assertThat(history.jobs())
                .containsExactly(
                        new History.Job(0, 3_600, 7_200, "ann", "gpu", 2, 192, GpuCounts.of("h100", 16)),
                        new History.Job(120, 59, 59, "bob", "cpu", 1, 4, GpuCounts.NONE));
        assertThat(history.skipped()).isEmpty();
    }

    @Test
    void readsSacctsOwnTimes() throws IOException {
        History history = parse(
                "Submit|ElapsedRaw|AllocTRES",
                "2026-10-01T23:59:30|10|cpu=1,node=1",
                "2026-10-02T00:00:30|10|cpu=1,node=1");

        assertThat(history.jobs()).extracting(History.Job::submitAt).containsExactly(0L, 60L);
        assertThat(history.jobs()).extracting(History.Job::partition).containsOnly("");
    }

    @Test
    void countsWhatNeverRan() throws IOException {
        History history = parse(
                HEADER,
                "1|ann|cpu|1790000000|1790000000|0|60|",
                "2|ann|cpu|1790000000|Unknown|0|60|",
                "3|ann|cpu|1790000000|Unknown|60|60|",
                "4|ann|cpu|1790000000|1790000000|60|60|cpu=1,node=1");

        assertThat(history.jobs()).hasSize(1);
        assertThat(history.skipped()).isEqualTo(Map.of("never ran", 2, "no nodes or CPUs in AllocTRES", 1));
    }

    @Test
    void saysWhichColumnIsMissing() {
        assertThatThrownBy(() -> parse("JobID|Submit|Elapsed", "1|x|00:01:00"))
                .isInstanceOf(IOException.class)
                .hasMessage("sacct.txt:1: no column ElapsedRaw; run sacct with"
                        + " --format=JobID,User,Partition,Submit,Eligible,ElapsedRaw,TimelimitRaw,AllocTRES");
    }

    /** The default output, and CSV. */
    @ParameterizedTest
    @ValueSource(
            strings = {"JobID           JobName  Partition    Account", "JobID,User,Partition", "\"JobID\",\"User\""})
    void saysThatSacctRanWithoutParsable2(String header) {
        assertThatThrownBy(() -> parse(header, "1 x cpu"))
                .hasMessageStartingWith("sacct.txt:1: sacct without --parsable2; run sacct --allocations --parsable2");
    }

    @Test
    void saysWhereALineIsWrong() {
        assertThatThrownBy(() -> parse(HEADER, "1|ann|cpu"))
                .hasMessage(
                        "sacct.txt:2: 3 fields, but the first line has 8; is this the output of sacct --parsable2?");
        assertThatThrownBy(() -> parse(HEADER, "1|ann|cpu|yesterday|Unknown|60|60|cpu=1,node=1"))
                .hasMessage("sacct.txt:2: Submit \"yesterday\" is not a time; set SLURM_TIME_FORMAT=%s for sacct");
        assertThatThrownBy(() -> parse(HEADER, "1|ann|cpu|1|1|00:01|60|cpu=1,node=1"))
                .hasMessage("sacct.txt:2: ElapsedRaw \"00:01\" is not a number of seconds");
    }

    private static History parse(String... lines) throws IOException {
        return History.parse("sacct.txt", List.of(lines));
    }
}
