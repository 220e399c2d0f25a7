package dev.sluice.exporter.derive.life;

import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests expected run times, which are calculated by hand. All time limits are 1,000 s unless a test sets another limit.
 */
class RunTimesTest {

    private final RunTimes times = new RunTimes();

    private static JobBuilder of(String user) {
        return job(1).owner("account", user, "normal").timeLimit(1_000);
    }

    private void ended(int count, JobBuilder job, JobState state, long ran) {
        for (int i = 0; i < count; i++) {
            times.learn(job.state(state, state).ran(NOW, NOW + ran).build());
        }
    }

    private long expected(String user) {
        return times.expectedSeconds(of(user).build());
    }

    @Test
    void takesTheWholeLimitBeforeThreeJobsHaveEnded() {
        ended(2, of("ann"), JobState.COMPLETED, 100);

        assertThat(expected("ann")).isEqualTo(1_000);
    }

    @Test
    void takesTheMeanShareThatJobsOfTheSameUserAndPartitionUsed() {
        ended(2, of("ann"), JobState.COMPLETED, 100);
        ended(1, of("ann"), JobState.COMPLETED, 400);
        ended(3, of("bob"), JobState.COMPLETED, 10);

        // (100 + 100 + 400) / 3
        assertThat(expected("ann")).isEqualTo(200);
        assertThat(times.expectedSeconds(of("ann").timeLimit(7_000).build())).isEqualTo(1_400);
        assertThat(times.expectedSeconds(of("ann").in("gpu").build())).isEqualTo(1_000);
        assertThat(expected("bob")).isEqualTo(10);
        assertThat(expected("eve")).isEqualTo(1_000);
    }

    @Test
    void forgetsJobsOfLongAgo() {
        ended(1_000, of("ann"), JobState.COMPLETED, 1_000);
        ended(1, of("ann"), JobState.COMPLETED, 360);
        // Each new job moves the mean by a 32nd of the difference.
        assertThat(expected("ann")).isEqualTo(980);

        ended(200, of("ann"), JobState.COMPLETED, 360);
        assertThat(expected("ann")).isBetween(360L, 362L);
    }

    @Test
    void learnsFromJobsThatRanToTheirEndAlone() {
        for (JobState state : new JobState[] {JobState.FAILED, JobState.CANCELLED, JobState.NODE_FAIL}) {
            ended(5, of("ann"), state, 1);
        }
        assertThat(expected("ann")).isEqualTo(1_000);

        // Slurm can let a job run up to OverTimeLimit longer than the job's time limit.
        ended(3, of("ann"), JobState.TIMEOUT, 1_030);

        assertThat(expected("ann")).isEqualTo(1_000);
    }

    @Test
    void neverExpectsLessThanASecond() {
        ended(3, of("ann"), JobState.COMPLETED, 0);

        assertThat(expected("ann")).isEqualTo(1);
    }

    @Test
    void doesNotKnowHowLongAJobWithoutALimitRuns() {
        ended(3, of("ann").timeLimit(0), JobState.COMPLETED, 100);

        assertThat(times.expectedSeconds(of("ann").timeLimit(0).build())).isEqualTo(RunTimes.UNKNOWN);
        assertThat(expected("ann")).isEqualTo(1_000);
    }

    @Test
    void forgetsTheUsersThatWereLearnedLongestAgo() {
        ended(3, of("ann"), JobState.COMPLETED, 500);
        for (int i = 0; i < 9_999; i++) {
            ended(1, of("user" + i), JobState.COMPLETED, 100);
        }
        assertThat(expected("ann")).isEqualTo(500);

        ended(1, of("one more"), JobState.COMPLETED, 100);

        assertThat(expected("ann")).isEqualTo(1_000);
    }

    @Test
    void hearsOfEachJobThatHasEndedOnce() {
        JobLife life = new JobLife(
                new SeriesBudget(0, 10, 10, 0, 0, 0, NameRule.SHOW, NameRule.SHOW), end -> times.learn(end.job()));
        Job running = of("ann").runningOn("cpu-0").ran(NOW, 0).build();
        Job over = of("ann")
                .state(JobState.COMPLETED, JobState.COMPLETED)
                .ran(NOW, NOW + 100)
                .build();
        life.observe(List.of(running), List.of(), Instant.ofEpochSecond(NOW + 90));
        for (int i = 0; i < 5; i++) {
            life.observe(List.of(over), List.of(), Instant.ofEpochSecond(NOW + 105 + i));
        }

        assertThat(expected("ann")).isEqualTo(1_000);
    }
}
