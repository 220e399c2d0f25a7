package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.model.GpuCounts;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwfHistoryTest {

    @Test
    void readsHeaderAndJobs() throws IOException {
        History trace = parse(
                "; Version: 2.2",
                ";   MaxNodes: 64 (8 of them large)",
                ";MaxProcs: 8192",
                "; just words",
                "",
                "  7  100  12  3600  256  -1 -1  256  7200 -1  1  3  1 -1  1  1 -1 -1",
                "8 160.4 -1 59.6 -1 -1 -1 32 -1 -1 0 -1 1 -1 1 1 -1 -1");

        // Times start at the first job. The reader takes missing limits and processors from other fields.
        assertThat(trace.jobs()).containsExactly(job(0, 3600, 7200, "user3", 256), job(60, 60, 60, "", 32));
        assertThat(trace.skipped()).isEmpty();
    }

    @Test
    void takesTheRunTimeForTheLimitWhereAJobRanLonger() throws IOException {
        History trace = parse(line("1 0 -1 3700 8 -1 -1 8 3600 -1 1"));

        assertThat(trace.jobs()).containsExactly(job(0, 3700, 3700, "user1", 8));
    }

    @Test
    void countsWhatItLeavesOut() throws IOException {
        History trace = parse(
                line("1 0 -1 0 8 -1 -1 8 60 -1 5"),
                line("2 0 -1 -1 8 -1 -1 8 60 -1 1"),
                line("3 0 -1 10 -1 -1 -1 -1 60 -1 1"),
                line("4 -1 -1 10 8 -1 -1 8 60 -1 1"),
                line("5 0 -1 10 8 -1 -1 8 60 -1 2"),
                line("6 0 -1 10 8 -1 -1 8 60 -1 3"),
                line("7 5 -1 10 8 -1 -1 8 60 -1 1"));

        assertThat(trace.jobs()).hasSize(1);
        assertThat(trace.skipped())
                .isEqualTo(Map.of(
                        "cancelled before it ran", 1,
                        "no run time", 1,
                        "no number of processors", 1,
                        "no submit time", 1,
                        "part of a job", 2));
    }

    @Test
    void sortsBySubmission() throws IOException {
        History trace = parse(line("1 90 -1 10 8 -1 -1 8 60 -1 1"), line("2 30 -1 10 8 -1 -1 8 60 -1 1"));

        assertThat(trace.jobs()).extracting(History.Job::submitAt).containsExactly(0L, 60L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ; MaxNodes: 4                       | t.swf: no job ran
            1 0 -1 3600                         | t.swf:1: 4 fields, but the format has 18; comments begin with ";"
            1 0 -1 1h 8 -1 -1 8 60 -1 1         | t.swf:1: field 4: "1h" is not a number of at most 15 digits; use -1
            1 1e300 -1 9 8 -1 -1 8 60 -1 1      | t.swf:1: field 2: "1e300" is not a number
            1 NaN -1 9 8 -1 -1 8 60 -1 1        | t.swf:1: field 2: "NaN" is not a number
            1 9999999999999999 -1 9 8 -1 -1 8 60 -1 1 | t.swf:1: field 2: "9999999999999999" is not a number
            """)
    void saysWhatIsWrong(String line, String message) {
        assertThatThrownBy(() -> parse(line.endsWith(" 1") ? line(line) : line))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void refusesATraceWithoutAnEnd() {
        assertThatThrownBy(() -> parse(line("1 0 -1 9 8 -1 -1 8 60 -1 1"), line("2 1767225600 -1 9 8 -1 -1 8 60 -1 1")))
                .hasMessageStartingWith("t.swf: the jobs span more than ten years");
    }

    private static History.Job job(long submitAt, long runTime, long timeLimit, String user, long cpus) {
        return new History.Job(submitAt, runTime, timeLimit, user, "", 0, cpus, GpuCounts.NONE);
    }

    private static String line(String first) {
        return first + " 1 1 -1 1 1 -1 -1";
    }

    private static History parse(String... lines) throws IOException {
        return History.parse("t.swf", List.of(lines));
    }
}
