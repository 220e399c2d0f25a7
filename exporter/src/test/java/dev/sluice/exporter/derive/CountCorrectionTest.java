package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.QueueCounts.CountCorrection;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountCorrectionTest {

    private static final CountCorrection ONE_HELD = of(JobState.REQUEUE_HOLD);

    /** slurmctld counts this job as pending, but squeue shows a separate state for such a job. */
    private static CountCorrection of(JobState shown) {
        return CountCorrection.of(
                List.of(JobBuilder.job(1)
                        .in("gpu")
                        .state(JobState.PENDING, shown)
                        .build()),
                counts(3));
    }

    private static JobCounts counts(long pending) {
        Map<JobState, Long> jobs = Map.of(JobState.PENDING, pending);
        return new JobCounts(jobs, Map.of("gpu", jobs), Map.of(), Map.of(), pending);
    }

    @ParameterizedTest
    @EnumSource(names = {"REQUEUE_HOLD", "REVOKED"})
    void movesAJobToTheStateOfSqueue(JobState shown) {
        for (String place : List.of(CountCorrection.CLUSTER, "gpu")) {
            assertThat(of(shown).correct(place, Map.of(JobState.PENDING, 3L)))
                    .isEqualTo(Map.of(JobState.PENDING, 2L, shown, 1L));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {CountCorrection.CLUSTER, "gpu"})
    void neverReturnsANegativeNumberOfJobs(String place) {
        assertThat(ONE_HELD.correct(place, Map.of(JobState.RUNNING, 4L))).containsEntry(JobState.PENDING, 0L);
        assertThat(ONE_HELD.correct(place, Map.of(JobState.PENDING, 0L))).containsEntry(JobState.PENDING, 0L);
    }
}
