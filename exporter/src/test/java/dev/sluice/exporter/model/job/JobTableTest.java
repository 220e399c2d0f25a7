package dev.sluice.exporter.model.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests that a table returns each job as it was added, with any values. */
class JobTableTest {

    private static final long LARGEST = 1L << 53;

    private static JobTable table(List<Job> jobs) {
        JobTable.Builder builder = new JobTable.Builder();
        jobs.forEach(builder::add);
        return builder.build();
    }

    /** Each component has a unique value, so that the test detects a swap of two components. */
    private static Job job(long n, boolean flag) {
        return new Job(
                n,
                new JobStatus(
                        flag ? JobState.PENDING : JobState.RUNNING,
                        flag ? JobState.REQUEUED : JobState.COMPLETING,
                        "Priority" + n,
                        "words" + n,
                        !flag,
                        flag,
                        (int) Math.min(Integer.MAX_VALUE, n + 18),
                        new ExitCode((int) Math.min(Short.MAX_VALUE, n + 21), 9)),
                List.of("gpu" + n, "cpu"),
                new JobOwner("user" + n, "account" + n, "qos" + n),
                new JobArray(n + 10, n + 1, flag, n + 11),
                new JobRequest(n + 2, n + 3, n + 4, GpuCounts.of("h100", n + 5)),
                JobShape.oneTaskPerNode(1, 1, 0, GpuCounts.NONE, "", false),
                new JobAllocation(
                        new Tres(n + 6, n + 7, n + 8, GpuCounts.of("a100", n + 9)),
                        "n[1-" + n + "]",
                        List.of("gpu:h100:1(IDX:" + n + ")")),
                new JobTimes(n + 20, n + 14, n + 15, n + 19, n + 16, n + 17),
                n + 12,
                n + 13,
                "name" + n,
                "afterok:" + n,
                flag
                        ? new JobOrigin(JobOrigin.Kind.EXTERNAL, List.of("lab/pod-" + n), (int) (n % 3))
                        : JobOrigin.NATIVE);
    }

    @Test
    void givesBackEveryComponentOfAJob() throws Exception {
        Job job = job(1_000, true);
        Job returned = table(List.of(job)).get(0);

        for (var component : Job.class.getRecordComponents()) {
            Method accessor = component.getAccessor();
            assertThat(accessor.invoke(returned)).as(component.getName()).isEqualTo(accessor.invoke(job));
        }
    }

    @Test
    void keepsJobsInTheirOrderOverManyChunks() {
        List<Job> jobs =
                LongStream.range(0, 1_300).mapToObj(n -> job(n, n % 2 == 0)).toList();

        JobTable table = table(jobs);

        assertThat(table).hasSize(1_300).isEqualTo(jobs);
        assertThat(table.get(511).id()).isEqualTo(511);
        assertThat(table.get(512).id()).isEqualTo(512);
    }

    @Test
    void keepsNumbersAtAndBeyond32Bits() {
        List<Job> jobs = List.of(
                job(7, true),
                job(0xFFFF_FFFFL - 19, false),
                job(0xFFFF_FFFFL, true),
                job(LARGEST, false),
                job(8, true));

        assertThat(table(jobs)).isEqualTo(jobs);
    }

    @Test
    void keepsEveryState() {
        for (JobState base : JobState.values()) {
            for (JobState state : JobState.values()) {
                Job job = JobBuilder.job(1).state(base, state).build();
                assertThat(table(List.of(job)).get(0)).isEqualTo(job);
            }
        }
    }

    @Test
    void hasNothingBeyondItsEnd() {
        JobTable table = table(List.of(job(1, true)));

        assertThat(table(List.of())).isEmpty();
        assertThatThrownBy(() -> table.get(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> table.add(job(2, true))).isInstanceOf(UnsupportedOperationException.class);
    }
}
