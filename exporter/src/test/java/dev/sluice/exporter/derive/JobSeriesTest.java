package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.QueueSummary.TopHolders;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Holder;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobSeriesTest {

    @Test
    void jobsThatHoldMostGpusComeFirstThenCpusThenTheOldest() {
        JobSeries series = pick(100, job(7, 4, 0, "n1"), job(3, 64, 0, "n2"), job(2, 4, 0, "n3"), job(9, 1, 8, "n4"));

        assertThat(series.jobs()).extracting(placed -> placed.job().id()).containsExactly(9L, 3L, 2L, 7L);
        assertThat(series.folded()).isZero();
    }

    @Test
    void jobHasAllOfItsSeriesOrNone() {
        // The jobs need 3 + 4, 3 + 2 and 3 + 1 series (job + nodes). The limit is 11 series. The first job takes 7
        // series, so only the last job still fits.
        JobSeries series = pick(11, job(1, 9, 0, "n[1-4]"), job(2, 8, 0, "n[5-6]"), job(3, 7, 0, "n7"));

        assertThat(series.jobs()).extracting(placed -> placed.job().id()).containsExactly(1L, 3L);
        assertThat(series.jobs().get(0).nodes()).containsExactly("n1", "n2", "n3", "n4");
        assertThat(series.folded()).isOne();
    }

    @Test
    void onlyJobsWithNodesHaveSeries() {
        Job pending = JobBuilder.job(5).reason("None").in("batch").build();

        assertThat(pick(10, pending)).isEqualTo(new JobSeries(List.of(), 0));
    }

    @Test
    void hashedNamesAreTheBeginningOfTheirSha256() {
        // printf anna | sha256sum
        assertThat(NameRule.HASH.apply("anna")).isEqualTo("55579b557896");
        assertThat(NameRule.HASH.apply("")).isEmpty();
        assertThat(NameRule.SHOW.apply("anna")).isEqualTo("anna");
        assertThat(NameRule.DROP.apply("anna")).isEmpty();
    }

    @Test
    void usersAreSummedUnderTheNameThatIsShown() {
        Holder one = new Holder(1, 2, 0, 4, 0);
        Map<String, Holder> users = Map.of("anna", one, "ben", one.plus(one));

        assertThat(TopHolders.of(users, 1, NameRule.HASH).top())
                .containsExactly(Map.entry("6700869c8ff7", new Holder(2, 4, 0, 8, 0)));
        assertThat(TopHolders.of(users, 1, NameRule.HASH).other()).isEqualTo(one);
        assertThat(TopHolders.of(users, 1, NameRule.DROP)).isEqualTo(new TopHolders(List.of(), Holder.NOTHING, 0));
    }

    @Test
    void jobsOtherSeriesCountTowardsTheLimit() {
        SeriesBudget nine = new SeriesBudget(0, 0, 0, 0, 9, 0, NameRule.SHOW, NameRule.SHOW);
        List<Job> jobs = List.of(job(1, 8, 2, "n1"), job(2, 8, 1, "n1"));

        assertThat(JobSeries.of(jobs, job -> job.id() == 1 ? 2 : 0, nine).folded())
                .isEqualTo(1);
        assertThat(JobSeries.of(jobs, job -> job.id() == 1 ? 1 : 0, nine).folded())
                .isZero();
    }

    private static JobSeries pick(int room, Job... jobs) {
        return JobSeries.of(
                List.of(jobs), unused -> 0, new SeriesBudget(0, 0, 0, 0, room, 0, NameRule.SHOW, NameRule.SHOW));
    }

    private static Job job(long id, long cpus, long gpus, String nodes) {
        return JobBuilder.job(id)
                .state(JobState.RUNNING)
                .reason("None")
                .in("batch")
                .owner("physics", "anna", "normal")
                .allocation(Tres.parse("cpu=" + cpus + (gpus > 0 ? ",gres/gpu=" + gpus : "")), nodes)
                .submittedAt(100)
                .eligibleAt(100)
                .ran(200, 0)
                .build();
    }
}
