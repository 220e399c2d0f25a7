package dev.sluice.exporter.slurm.squeue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScontrolRecordsTest {

    /** Beginning and end of a record that scontrol 26.05 printed. */
    private static final String RECORD = "JobId=%s UserId=ada(7001) GroupId=ada(7001) MCS_label=N/A Priority=0 Nice=0"
            + " Account=oak QOS=normal JobState=PENDING Reason=JobHeldUser NodeList= NumNodes=%s NumCPUs=1 NumTasks=1"
            + " ReqTRES=cpu=1,mem=1G,node=1,billing=1 AllocTRES=(null) CoreSpec=* MinCPUsNode=1 MinMemory%s=1G"
            + " MinTmpDiskNode=0 Features=(null) Command=(null) SubmitLine=sbatch -H WorkDir=/ StdOut=/dev/null\n";

    @ParameterizedTest
    @CsvSource({
        "1, Node, 0, '', false",
        "1-1, Node, 1, '', false",
        "2-64, CPU, 64, '', true",
        "'2,5', CPU, 5, '2,5', true",
        "2-8:3, CPU, 8, 2-8:3, true",
        "1-4294967294, CPU, 4294967294, '', true"
    })
    void readsTheNumbersOfNodesAndTheKindOfMemory(
            String nodes, String memory, long maximum, String list, boolean perCpu) {
        assertThat(read(RECORD.formatted("71 JobName=train", nodes, memory), 7))
                .containsExactly(Map.entry(71L, new ShownRequest(maximum, list, "", perCpu, 0, 0, 0)));
    }

    @ParameterizedTest
    @CsvSource({"00:10:00", "1-00:00:00", "N/A"})
    void readsTheMinimumTimeLimit(String time) {
        String record = RECORD.formatted("81 JobName=a TimeMin=9", "1", "Node")
                .replace(" NodeList", " TimeMin=" + time + " NodeList");

        assertThat(read(record, 9)).containsExactly(Map.entry(81L, new ShownRequest(0, "", time, false, 0, 0, 0)));
    }

    @Test
    void readsTheLimitOfAnArray() {
        String record = RECORD.formatted(
                "72 ArrayJobId=72 ArrayTaskId=1-20%3 ArrayTaskThrottle=3 JobName=a ArrayTaskThrottle=9", "1-1", "Node");

        assertThat(read(record, 1)).containsExactly(Map.entry(72L, new ShownRequest(1, "", "", false, 0, 0, 3)));
    }

    @Test
    void readsTheSegmentAndTheSwitches() {
        String record = RECORD.formatted("79 JobName=SegmentSize=7", "4-4", "Node")
                .replace("\n", " SegmentSize=2 Switches=1@00:05:00\n");

        assertThat(read(record, 9)).containsExactly(Map.entry(79L, new ShownRequest(4, "", "", false, 2, 1, 0)));
    }

    @Test
    void aNameCanHaveLineBreaksAndLookLikeAPartOfARequest() {
        String record = RECORD.formatted("73 JobName=line\nbreak NumNodes= NumNodes=7 NumNodes=7-9x ", "2-3", "CPU");

        assertThat(read(record + RECORD.formatted("74 JobName=b", "1", "Node"), 13))
                .containsExactly(
                        Map.entry(73L, new ShownRequest(3, "", "", true, 0, 0, 0)),
                        Map.entry(74L, new ShownRequest(0, "", "", false, 0, 0, 0)));
    }

    @Test
    void aCommentDoesNotChangeTheRequestOfItsOwnJob() {
        String record = RECORD.replace("StdOut", "Comment= NumNodes=9-9 NumCPUs=1 MinMemoryCPU=1G StdOut");

        assertThat(read(record.formatted("75 JobName=c", "1", "Node"), 100))
                .containsExactly(Map.entry(75L, new ShownRequest(0, "", "", false, 0, 0, 0)));
    }

    @ParameterizedTest
    @CsvSource({
        "''",
        "JobId=",
        "JobId=x JobName=a NumNodes=1 NumCPUs=1 MinMemoryCPU=1",
        "slurm_load_jobs error",
        "JobId=1 JobName=a",
        "JobId=1 JobName=a NumNodes=1 NumCPUs=1",
        "JobId=1 NumNodes=1 NumCPUs=1 MinMemoryCPU=1"
    })
    void incompleteRecordsHaveNoRequest(String output) {
        assertThat(read(output + "\n", 4)).isEmpty();
        assertThat(ScontrolRecords.ofOne(1, output)).isEmpty();
    }

    @Test
    void aSeparateCallShowsNothingOfOtherUsers() {
        String name = "76 JobName=evil\nJobId=7 JobName=x UserId=root(0)";

        assertThat(read(RECORD.formatted(name, "1-2", "CPU"), 64)).doesNotContainKey(76L);
        assertThat(ScontrolRecords.ofOne(76, RECORD.formatted(name, "1-2", "CPU")))
                .contains(new ShownRequest(2, "", "", true, 0, 0, 0));
    }

    @Test
    void aSeparateCallOfAnArrayShowsItsTasks() {
        String task = RECORD.formatted("80 ArrayJobId=77 ArrayTaskId=1 JobName=a", "1", "Node");
        String array = RECORD.formatted("77 ArrayJobId=77 ArrayTaskId=2-9 JobName=a", "4-4", "CPU");

        assertThat(ScontrolRecords.ofOne(77, task + array)).contains(new ShownRequest(4, "", "", true, 0, 0, 0));
        assertThat(ScontrolRecords.ofOne(7, task + array)).isEqualTo(Optional.empty());
    }

    @Test
    void keepsOnlyTheBeginningOfAnEndlessRecord() {
        String endless = "JobId=78 JobName=" + "x".repeat(ScontrolRecords.MAX_RECORD_BYTES) + "\n";

        assertThat(read(endless + RECORD.formatted("79 JobName=b", "1", "Node"), 65_536))
                .containsOnlyKeys(79L);
    }

    /** Feeds the output in pieces of a number of bytes. */
    private static Map<Long, ShownRequest> read(String output, int piece) {
        Map<Long, ShownRequest> requests = new LinkedHashMap<>();
        ScontrolRecords records = new ScontrolRecords(requests::put);
        byte[] bytes = output.getBytes(StandardCharsets.UTF_8);
        for (int from = 0; from < bytes.length; from += piece) {
            byte[] part = Arrays.copyOfRange(bytes, from, Math.min(from + piece, bytes.length));
            records.feed(part, part.length);
        }
        records.end();
        return requests;
    }
}
