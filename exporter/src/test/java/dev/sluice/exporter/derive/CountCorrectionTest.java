package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountCorrectionTest {

    /** slurmctld counts a requeued and held job as pending, but squeue shows a separate state for such a job. */
    private static final CountCorrection ONE_HELD = CountCorrection.of(
            List.of(JobBuilder.job(1)
                    .in("gpu")
                    .state(JobState.PENDING, JobState.REQUEUE_HOLD)
                    .build()),
            counts(3));

    private static JobCounts counts(long pending) {
        Map<JobState, Long> jobs = Map.of(JobState.PENDING, pending);
        return new JobCounts(jobs, Map.of("gpu", jobs), Map.of(), Map.of(), pending);
    }

    @Test
    void movesAJobToTheStateOfSqueue() {
        assertThat(ONE_HELD.cluster(Map.of(JobState.PENDING, 3L)))
                .isEqualTo(Map.of(JobState.PENDING, 2L, JobState.REQUEUE_HOLD, 1L));
        assertThat(ONE_HELD.partition("gpu", Map.of(JobState.PENDING, 3L)))
                .isEqualTo(Map.of(JobState.PENDING, 2L, JobState.REQUEUE_HOLD, 1L));
    }

    @Test
    void neverReturnsANegativeNumberOfJobs() {
        assertThat(ONE_HELD.cluster(Map.of(JobState.RUNNING, 4L))).containsEntry(JobState.PENDING, 0L);
        assertThat(ONE_HELD.partition("gpu", Map.of(JobState.PENDING, 0L))).containsEntry(JobState.PENDING, 0L);
    }
}
