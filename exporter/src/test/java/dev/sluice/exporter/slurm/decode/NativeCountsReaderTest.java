package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.model.job.Holder;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.truth.tool.Fields;
import dev.sluice.fixtures.Capture;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeCountsReaderTest {

    private static final Capture CAPTURE = Capture.of("26.05");
    private static final List<String> ANSWERS = List.of("jobs", "partitions", "jobs-users-accts");

    private final NativeCountsReader reader = new NativeCountsReader();

    private JobCounts captured(int piece) throws IOException {
        for (String answer : ANSWERS) {
            feed(CAPTURE.bytes("openmetrics/" + answer + ".txt"), piece);
        }
        return reader.counts();
    }

    /** The task list 77_[2-198:2] of squeue stands for 99 tasks. The command squeue -r omits the last task. */
    private static Stream<Map<String, String>> rows() {
        List<Map<String, String>> rows = Fields.table(
                CAPTURE.text("cli/squeue-array-expanded.txt").lines().toList());
        return Stream.concat(
                rows.stream(),
                rows.stream().filter(row -> Fields.text(row, "JOBID").equals("77_196")));
    }

    private static Map<String, Long> squeue(String column, String state) {
        return rows().filter(row -> Fields.text(row, "STATE").equals(state))
                .collect(Collectors.groupingBy(row -> Fields.text(row, column), Collectors.counting()));
    }

    private static Map<String, Long> without0(Map<String, Holder> uses, Function<Holder, Long> count) {
        return uses.entrySet().stream()
                .filter(use -> count.apply(use.getValue()) > 0)
                .collect(Collectors.toMap(Map.Entry::getKey, use -> count.apply(use.getValue())));
    }

    /** squeue shows one of the pending jobs as SPECIAL_EXIT. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1_000_000})
    void countsWhatSqueueShows(int piece) throws IOException {
        JobCounts counts = captured(piece);

        assertThat(counts.cluster())
                .containsEntry(JobState.PENDING, total("PENDING") + total("SPECIAL_EXIT"))
                .containsEntry(JobState.RUNNING, total("RUNNING"))
                .containsEntry(JobState.CONFIGURING, total("CONFIGURING"))
                .containsEntry(JobState.SUSPENDED, total("SUSPENDED"))
                .containsEntry(JobState.COMPLETING, total("COMPLETING"));
    }

    private static long total(String state) {
        return squeue("STATE", state).getOrDefault(state, 0L);
    }

    @Test
    void countsRunningJobsOfPartitionsAsSqueueDoes() throws IOException {
        Map<String, Long> running = captured(4_096).partitions().entrySet().stream()
                .filter(partition -> partition.getValue().getOrDefault(JobState.RUNNING, 0L) > 0)
                .collect(Collectors.toMap(
                        Map.Entry::getKey, partition -> partition.getValue().getOrDefault(JobState.RUNNING, 0L)));

        assertThat(running).isEqualTo(squeue("PARTITION", "RUNNING"));
    }

    @Test
    void countsPendingJobsOfUsersAndAccountsAsSqueueDoes() throws IOException {
        JobCounts counts = captured(4_096);
        Map<String, Long> users = squeue("USER", "PENDING");
        squeue("USER", "SPECIAL_EXIT").forEach((user, jobs) -> users.merge(user, jobs, Long::sum));
        Map<String, Long> accounts = squeue("ACCOUNT", "PENDING");
        squeue("ACCOUNT", "SPECIAL_EXIT").forEach((account, jobs) -> accounts.merge(account, jobs, Long::sum));

        assertThat(without0(counts.users(), Holder::pending)).isEqualTo(users);
        assertThat(without0(counts.accounts(), Holder::pending)).isEqualTo(accounts);
    }

    /** The capture's list of jobs has 92 records. */
    @Test
    void countsRecords() throws IOException {
        assertThat(captured(4_096).records()).isEqualTo(92);
        assertThat(reader.bytes())
                .isEqualTo(ANSWERS.stream()
                        .mapToLong(answer -> CAPTURE.bytes("openmetrics/" + answer + ".txt").length)
                        .sum());
    }

    /** slurmctld does not escape names. */
    @Test
    void readsNamesThatAreNotEscaped() throws IOException {
        feed("""
                slurm_jobs_pending 1
                slurm_partition_jobs_pending{partition="gpu"} 1
                slurm_account_jobs_pending{account="a "b\\ c"} 1
                slurm_account_jobs_running 2
                """);

        assertThat(reader.counts().accounts()).containsOnlyKeys("a \"b\\ c", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>slurm_jobs_pending 1</html>", "slurm_jobs_pending 1\n"})
    void saysWhatIsNoAnswer(String body) throws IOException {
        feed(body);

        assertThatThrownBy(reader::counts).hasMessage("the response lacks slurm_jobs_pending or partitions");
    }

    /** The running jobs of slurmctld include the jobs in the states that squeue shows separately. */
    @Test
    void countsEachRunningJobOnce() throws IOException {
        feed("""
                slurm_jobs_pending 0
                slurm_jobs_running 10
                slurm_jobs_configuring 1
                slurm_jobs_signaling 2
                slurm_jobs_resizing 3
                slurm_partition_jobs_pending{partition="gpu"} 0
                """);

        assertThat(reader.counts().cluster())
                .containsEntry(JobState.RUNNING, 4L)
                .containsEntry(JobState.CONFIGURING, 1L)
                .containsEntry(JobState.SIGNALING, 2L)
                .containsEntry(JobState.RESIZING, 3L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-1", "1.5", "", "9999999999999999999"})
    void refusesACountThatIsNoNumber(String count) {
        assertThatThrownBy(() -> feed("slurm_jobs_running " + count + "\n"))
                .hasMessage("a count is not a whole number");
    }

    /** The cluster counts as one name. */
    @Tag("slow")
    @Test
    void refusesMoreThan200000Names() throws IOException {
        feed("slurm_jobs_pending 1\n");
        for (int i = 1; i < 200_000; i++) {
            feed("slurm_partition_jobs_pending{partition=\"p" + i + "\"} 1\n");
        }
        feed("slurm_partition_jobs_running{partition=\"p1\"} 1\n");

        assertThatThrownBy(() -> feed("slurm_partition_jobs_pending{partition=\"p0\"} 1\n"))
                .hasMessage("the response has more than 200000 names");
    }

    @Test
    void readsANameThatDoesNotEnd() throws IOException {
        feed("slurm_jobs_pending 1\nslurm_partition_jobs_pending{partition=\"gpu} 2\n");

        assertThat(reader.counts().partitions()).containsOnlyKeys("");
    }

    /** The name has 3 bytes a character. */
    @Test
    void refusesLinesOf4096Bytes() throws IOException {
        String start = "slurm_partition_jobs_pending{partition=\"" + "\u20ac".repeat(1_350);
        String end = "\"} 1";
        String name = "x".repeat(4_095 - start.getBytes(UTF_8).length - end.length());

        feed(start + name + end);
        assertThatThrownBy(() -> feed(start + name + "x" + end)).hasMessageContaining("longer than any");
        assertThatThrownBy(() -> feed("slurm_" + "x".repeat(1 << 20) + " 1\n")).hasMessageContaining("longer than any");
    }

    private void feed(String text) throws IOException {
        feed(text.getBytes(UTF_8), Integer.MAX_VALUE);
    }

    private void feed(byte[] bytes, int piece) throws IOException {
        reader.read(new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, piece));
            }
        });
    }
}
