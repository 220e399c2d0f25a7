package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the number of further tasks that may start with {@code --array=0-49%5}. */
class ArrayLimitsTest {

    private static ArrayLimits among(JobBuilder... jobs) {
        return new ArrayLimits(Stream.of(jobs).map(JobBuilder::build).toList());
    }

    private static Job tasks(long tasks, long limit) {
        return job(9).array(7, tasks, limit).build();
    }

    @Test
    void allStartWhereTheArrayHasNoLimit() {
        assertThat(among().start(tasks(50, 0))).isEqualTo(50);
        assertThat(among().start(job(9).build())).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"4, 4", "5, 5", "6, 5"})
    void asManyStartAsTheLimitSays(long tasks, long started) {
        assertThat(among().start(tasks(tasks, 5))).isEqualTo(started);
    }

    @Test
    void whatRunsOrIsSuspendedTakesItsPlace() {
        ArrayLimits limits = among(
                job(1).array(7, 1, 5).state(JobState.RUNNING),
                job(2).array(7, 1, 5).state(JobState.SUSPENDED),
                job(3).array(7, 1, 5).state(JobState.COMPLETED),
                job(4).array(8, 1, 5).state(JobState.RUNNING),
                job(5).state(JobState.RUNNING));

        assertThat(limits.start(tasks(50, 5))).isEqualTo(3);
    }

    @Test
    void noneStartWhereMoreRunThanTheLimitAllows() {
        ArrayLimits limits = among(
                job(1).array(7, 1, 1).state(JobState.RUNNING),
                job(2).array(7, 1, 1).state(JobState.RUNNING));

        assertThat(limits.start(tasks(50, 1))).isZero();
    }

    @Test
    void severalRecordsOfAnArrayShareItsLimit() {
        ArrayLimits limits = among();

        assertThat(List.of(limits.start(tasks(3, 5)), limits.start(tasks(3, 5)), limits.start(tasks(3, 5))))
                .containsExactly(3L, 2L, 0L);
    }

    @Test
    void countsPendingArraysWhoseListOfTasksIsCut() {
        ScalingDemand demand = ScalingInputBuilder.of(TestPool.pool("cpu"))
                .jobs(
                        job(1).array(1, 4, 0).truncated(),
                        job(2).array(2, 4, 0),
                        job(3).array(3, 1, 0).truncated().runningOn("cpu-0"))
                .demand();

        assertThat(demand.truncatedArrays()).isOne();
    }
}
