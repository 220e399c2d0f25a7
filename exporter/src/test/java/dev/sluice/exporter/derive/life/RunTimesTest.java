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

    private static JobBuilder of(String user, String name) {
        return job(1).owner("account", user, "normal").named(name).timeLimit(1_000);
    }

    private void ended(int count, JobBuilder job, JobState state, long ran) {
        for (int i = 0; i < count; i++) {
            times.learn(job.state(state, state).ran(NOW, NOW + ran).build());
        }
    }

    private long expected(String user, String name) {
        return times.expectedSeconds(of(user, name).build());
    }

    @Test
    void takesTheWholeLimitBeforeThreeJobsHaveEnded() {
        ended(2, of("ann", "train"), JobState.COMPLETED, 100);

        assertThat(expected("ann", "train")).isEqualTo(1_000);
    }

    @Test
    void takesTheShareThatJobsOfTheSameNameUsed() {
        ended(3, of("ann", "train"), JobState.COMPLETED, 100);
        ended(3, of("ann", "test"), JobState.COMPLETED, 10);

        assertThat(expected("ann", "train")).isEqualTo(100);
        assertThat(times.expectedSeconds(of("ann", "train").timeLimit(7_000).build()))
                .isEqualTo(700);
        assertThat(expected("ann", "test")).isEqualTo(10);
    }

    @Test
    void takesTheShareOfThePartitionForNamesThatAreNew() {
        ended(3, of("ann", "train"), JobState.COMPLETED, 100);
        ended(1, of("bob", "train"), JobState.COMPLETED, 500);

        // (3 x 0.1 + 0.5) / 4
        assertThat(expected("bob", "train")).isEqualTo(200);
        assertThat(expected("eve", "other")).isEqualTo(200);
        assertThat(times.expectedSeconds(of("ann", "train").in("gpu").build())).isEqualTo(1_000);
    }

    @Test
    void comparesARunningJobWithThoseThatRanForAsLong() {
        for (long seconds : new long[] {100, 200, 400, 800}) {
            ended(1, of("ann", "train"), JobState.COMPLETED, seconds);
        }
        Job job = of("ann", "train").build();

        // (100 + 200 + 400 + 800) / 4
        assertThat(times.expectedSeconds(job, 100)).isEqualTo(375);
        assertThat(times.expectedSeconds(job, 300)).isEqualTo(600);
        assertThat(times.expectedSeconds(job, 801)).isEqualTo(1_000);

        assertThat(times.chanceOfEnd(job, 0, 150)).isEqualTo(1 / 4.0);
        assertThat(times.chanceOfEnd(job, 150, 300)).isEqualTo(2 / 3.0);
        assertThat(times.chanceOfEnd(job, 500, 200)).isZero();
        assertThat(times.chanceOfEnd(job, 500, 400)).isOne();
        // The job has run longer than all known run times, so the job can use its full time limit.
        assertThat(times.chanceOfEnd(job, 900, 50)).isZero();
        assertThat(times.chanceOfEnd(job, 900, 101)).isOne();
        assertThat(times.chanceOfEnd(job, 1_001, 10_000)).isZero();
    }

    @Test
    void knowsTheChanceOfAnEndByTheLimitAloneBeforeThreeJobsHaveEnded() {
        ended(2, of("ann", "train"), JobState.COMPLETED, 100);

        assertThat(times.chanceOfEnd(of("ann", "train").build(), 50, 900)).isZero();
        assertThat(times.chanceOfEnd(of("ann", "train").build(), 150, 900)).isOne();
        assertThat(times.chanceOfEnd(of("ann", "train").timeLimit(0).build(), 150, 900))
                .isZero();
    }

    @Test
    void forgetsJobsOfLongAgo() {
        ended(32, of("ann", "train"), JobState.COMPLETED, 1_000);
        assertThat(expected("ann", "train")).isEqualTo(1_000);

        ended(8, of("ann", "train"), JobState.COMPLETED, 200);
        // 24 jobs have a run time of 1,000 s, and 8 jobs have a run time of 200 s.
        assertThat(expected("ann", "train")).isEqualTo(800);

        ended(24, of("ann", "train"), JobState.COMPLETED, 200);
        assertThat(expected("ann", "train")).isEqualTo(200);
    }

    @Test
    void learnsFromJobsThatRanToTheirEndAlone() {
        for (JobState state : new JobState[] {JobState.FAILED, JobState.CANCELLED, JobState.NODE_FAIL}) {
            ended(5, of("ann", "train"), state, 1);
        }
        assertThat(expected("ann", "train")).isEqualTo(1_000);

        // Slurm can let a job run up to OverTimeLimit longer than the job's time limit.
        ended(3, of("ann", "train"), JobState.TIMEOUT, 1_030);

        assertThat(expected("ann", "train")).isEqualTo(1_000);
    }

    @Test
    void neverExpectsLessThanASecond() {
        ended(3, of("ann", "train"), JobState.COMPLETED, 0);

        assertThat(expected("ann", "train")).isEqualTo(1);
    }

    @Test
    void doesNotKnowHowLongAJobWithoutALimitRuns() {
        ended(3, of("ann", "train").timeLimit(0), JobState.COMPLETED, 100);

        assertThat(times.expectedSeconds(of("ann", "train").timeLimit(0).build()))
                .isEqualTo(RunTimes.UNKNOWN);
        assertThat(expected("ann", "train")).isEqualTo(1_000);
    }

    @Test
    void learnsByPartitionWhereUserAndNameAreMissing() {
        ended(3, of("", ""), JobState.COMPLETED, 100);

        assertThat(expected("", "")).isEqualTo(100);
        assertThat(expected("ann", "train")).isEqualTo(100);
    }

    @Test
    void forgetsTheNamesThatWereLearnedLongestAgo() {
        ended(3, of("ann", "old"), JobState.COMPLETED, 500);
        for (int i = 0; i < 9_998; i++) {
            ended(1, of("bob", "job" + i), JobState.COMPLETED, 100);
        }
        assertThat(expected("ann", "old")).isEqualTo(500);

        ended(1, of("bob", "one more"), JobState.COMPLETED, 100);

        // The table has space for 9,999 names and the partition. The oldest name was removed, and now uses the ratio of
        // the partition.
        assertThat(expected("ann", "old")).isEqualTo(100);
    }

    @Test
    void hearsOfEachJobThatHasEndedOnce() {
        JobLife life = new JobLife(
                new SeriesBudget(0, 10, 10, 0, 0, 0, NameRule.SHOW, NameRule.SHOW), end -> times.learn(end.job()));
        Job running = of("ann", "train").runningOn("cpu-0").ran(NOW, 0).build();
        Job over = of("ann", "train")
                .state(JobState.COMPLETED, JobState.COMPLETED)
                .ran(NOW, NOW + 100)
                .build();
        life.observe(List.of(running), List.of(), Instant.ofEpochSecond(NOW + 90));
        for (int i = 0; i < 5; i++) {
            life.observe(List.of(over), List.of(), Instant.ofEpochSecond(NOW + 105 + i));
        }

        assertThat(expected("ann", "train")).isEqualTo(1_000);
    }
}
