package dev.sluice.exporter.slurm.squeue;

import static dev.sluice.exporter.slurm.squeue.SqueueColumn.ALLOCATED_NODES;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.ARRAY;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.ENDED;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.EXCLUSIVE;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.JOB_ID;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.MEMORY;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.NAME;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.OVER_SUBSCRIBE;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.RAN;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.STARTED;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.STATE;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.TASK;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.TASKS;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.TIME_LIMIT;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.TRES;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.USER;
import static dev.sluice.exporter.slurm.squeue.SqueueColumn.USER_ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.poll.FetchFailure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqueueJobsTest {

    private static final String JOB = SqueueText.line(Map.of());

    @Test
    void readsAPendingJob() throws FetchFailure {
        Job job = SqueueText.read(JOB).only();

        assertThat(job.id()).isEqualTo(7);
        assertThat(job.status().base()).isEqualTo(JobState.PENDING);
        assertThat(job.request().memoryBytes()).isEqualTo(2L << 30);
        assertThat(job.array().jobId()).isZero();
        assertThat(job.status().held()).isFalse();
        assertThat(job.owner().account()).isEmpty();
    }

    @Test
    void readsSlurmsNoValueAsAMissingNumber() throws FetchFailure {
        String line = SqueueText.line(Map.of(JOB_ID, "8", STATE, "CANCELLED", TASKS, "4294967294"));

        assertThat(SqueueText.read(line).only().shape().tasks()).isEqualTo(1);
    }

    @Test
    void readsTheSameInPiecesOfAnySize() throws FetchFailure {
        String output = JOB + SqueueText.line(Map.of(JOB_ID, "8", NAME, "schön\u001fa\u001faXY"));
        for (int piece = 1; piece < 40; piece++) {
            assertThat(SqueueText.read(output, 9, 1 << 20, piece)).isEqualTo(SqueueText.read(output));
        }
    }

    @Test
    void aNameMakesNeitherColumnsNorLines() throws FetchFailure {
        String name = "x\u001f\n99\u001fRUNNING\u001f\n\u001b[2J";
        SqueueText.Read read = SqueueText.read(SqueueText.line(Map.of(JOB_ID, "8", NAME, name)) + JOB);

        assertThat(read.jobs()).extracting(Job::id).containsExactly(8L, 7L);
        assertThat(read.only().name()).doesNotContain("\u001f", "\n", "\u001b");
    }

    @Test
    void countsTheLinesOfUnstartedTasksInOneRecord() throws FetchFailure {
        StringBuilder lines = new StringBuilder();
        for (int task : new int[] {1, 2, 5}) {
            lines.append(SqueueText.line(Map.of(JOB_ID, "20", ARRAY, "20", TASK, String.valueOf(task))));
        }
        lines.append(
                SqueueText.line(Map.of(JOB_ID, "21", ARRAY, "20", TASK, "0", STATE, "RUNNING", ALLOCATED_NODES, "n1")));

        SqueueText.Read read = SqueueText.read(lines.toString());

        assertThat(read.jobs()).extracting(Job::id).containsExactly(20L, 21L);
        assertThat(read.jobs()).extracting(job -> job.array().tasks()).containsExactly(3L, 1L);
        assertThat(read.jobs()).extracting(job -> job.array().jobId()).containsExactly(20L, 20L);
    }

    @ParameterizedTest
    @CsvSource({
        "CONFIGURING,RUNNING,CONFIGURING",
        "SPECIAL_EXIT,PENDING,SPECIAL_EXIT",
        "COMPLETING,UNKNOWN,COMPLETING",
        "TIMEOUT,TIMEOUT,TIMEOUT",
        "STAGE_OUT,UNKNOWN,STAGE_OUT",
        "NEW_STATE,UNKNOWN,UNKNOWN",
    })
    void theBaseStateIsUnknownWhereAFlagHidesIt(String shown, JobState base, JobState state) throws FetchFailure {
        Job job = SqueueText.job(STATE, shown);

        assertThat(job.status().base()).isEqualTo(base);
        assertThat(job.status().state()).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "30:00|1800",
                "1-00:00:00|86400",
                "2:30:00|9000",
                "UNLIMITED|0",
                "NOT_SET|0",
                "INVALID|0",
                "9999999999-00:00|0"
            })
    void readsTimeLimits(String shown, long seconds) throws FetchFailure {
        assertThat(SqueueText.job(TIME_LIMIT, shown).times().limit()).isEqualTo(seconds);
    }

    /** The run times at second 1036 of jobs that start at second 1000, as slurmrestd's records show them. */
    @ParameterizedTest
    @CsvSource({
        "RUNNING, 10:00, 1600, 0:36, 36",
        "SUSPENDED, 10:00, 1600, 0:04, 4",
        "RUNNING, 10:00, 1625, 0:11, 11",
        "CANCELLED, 10:00, 1004, 0:04, 4",
        "COMPLETED, UNLIMITED, 1032, 0:07, 7",
    })
    void suspensionsAreNotPartOfTheRunTime(String state, String limit, String end, String shown, long ran)
            throws FetchFailure {
        Job job = SqueueText.job(Map.of(
                STATE, state,
                ALLOCATED_NODES, "n1",
                TIME_LIMIT, limit,
                STARTED, "1000",
                ENDED, end,
                RAN, shown));

        assertThat(job.times().ranSeconds(1036)).isEqualTo(ran);
    }

    @Test
    void tellsMemoryPerCpuByTheSum() throws FetchFailure {
        Job perCpu = SqueueText.job(Map.of(MEMORY, "2000M", TRES, "cpu=4,mem=8000M,node=1,billing=4"));
        Job perNode = SqueueText.job(Map.of(MEMORY, "8000M", TRES, "cpu=4,mem=8000M,node=1,billing=4"));

        assertThat(perCpu.shape().memoryPerCpuBytes()).isEqualTo(2000L << 20);
        assertThat(perCpu.shape().memoryPerNodeBytes()).isZero();
        assertThat(perNode.shape().memoryPerCpuBytes()).isZero();
        assertThat(perNode.shape().memoryPerNodeBytes()).isEqualTo(8000L << 20);
    }

    @ParameterizedTest
    @CsvSource({"2001, 2001, uid:2001", "20231234, 5012, 20231234"})
    void aUserWhomTheHostDoesNotKnowHasTheUserId(String shown, String id, String user) throws FetchFailure {
        assertThat(SqueueText.job(Map.of(USER, shown, USER_ID, id)).owner().user())
                .isEqualTo(user);
    }

    @Test
    void aLineWithoutJobIdIsUnreadable() throws FetchFailure {
        SqueueText.Read read = SqueueText.read(SqueueText.line(Map.of(JOB_ID, "Welcome!\n7")) + JOB);

        assertThat(read.unreadable()).isEqualTo(1);
        assertThat(read.jobs()).hasSize(1);
    }

    @Test
    void aTaskThatIsNoNumberIsUnreadable() throws FetchFailure {
        StringBuilder lines = new StringBuilder();
        for (String task : List.of("1", "N/A", "0-4000000000")) {
            lines.append(SqueueText.line(Map.of(JOB_ID, "20", ARRAY, "20", TASK, task)));
        }

        SqueueText.Read read = SqueueText.read(lines.toString());

        assertThat(read.unreadable()).isEqualTo(2);
        assertThat(read.only().array().tasks()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"slurm_load_jobs error", "7\u001faXYZPENDING", "JOBID PARTITION\n"})
    void whatEndsWithinALineIsNoAnswer(String output) {
        assertThatThrownBy(() -> SqueueText.read(output))
                .isInstanceOf(FetchFailure.class)
                .hasMessageContaining("within a line");
    }

    @Test
    void moreColumnsThanWereAskedForAreNoAnswer() {
        assertThatThrownBy(() -> SqueueText.read(JOB.strip() + "x\u001faXYZ\n")).hasMessageContaining("more columns");
    }

    @Test
    void aLineHasALimit() {
        assertThatThrownBy(() -> SqueueText.read("7".repeat(SqueueLines.MAX_LINE_BYTES + 1)))
                .hasMessageContaining("longer than");
    }

    @Test
    void recordsHaveALimit() {
        String output = JOB + SqueueText.line(Map.of(JOB_ID, "8"));

        assertThatThrownBy(() -> SqueueText.read(output, 1, 1 << 20, 1_000))
                .isInstanceOfSatisfying(
                        FetchFailure.class,
                        failure -> assertThat(failure.kind().label()).isEqualTo("too_large"));
    }

    @Test
    void bytesOfRecordsHaveALimit() {
        assertThatThrownBy(() -> SqueueText.read(JOB, 9, 10, 1_000)).hasMessageContaining("half of the heap");
    }

    @Test
    void asksForTheColumnExclusiveWhereSqueueHasIt() {
        assertThat(SqueueColumn.of("25.11.1", SqueueText.USE)).doesNotContain(EXCLUSIVE);
        assertThat(SqueueColumn.of("26.05.5", SqueueText.USE))
                .contains(EXCLUSIVE)
                .doesNotContain(OVER_SUBSCRIBE);
    }
}
