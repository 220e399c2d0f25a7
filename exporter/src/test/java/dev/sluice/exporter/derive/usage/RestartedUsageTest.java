package dev.sluice.exporter.derive.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.join.NodeSetLookup;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the usage over restarts of the exporter. */
class RestartedUsageTest extends ObservedUsage {

    @Test
    void timeOfTwoRestartsIsCountedExactly() {
        poll(1000);
        poll(1030, running(1, 1010, h100(4)));
        restart();
        poll(1330, running(1, 1010, h100(4)));
        restart();
        poll(1700, ended(1, 1010, 1650, JobState.COMPLETED, h100(4)));

        assertThat(gpuSeconds()).isEqualTo(4 * 640);
        assertThat(account("physics").cpuSeconds()).isEqualTo(2 * 640);
        assertThat(ended(JobState.COMPLETED)).isEqualTo(4 * 640);
        assertThat(usage.months().get(0).from()).isEqualTo(Instant.ofEpochSecond(1000));
        assertThat(endedJobs()).isOne();
    }

    @Test
    void runsThatStartedOrEndedDuringTheRestartCount() {
        poll(1000, running(1, 900, h100(1)));
        poll(1030, running(1, 900, h100(1)), ended(4, 900, 1020, JobState.COMPLETED, h100(1)));
        restart();
        poll(
                1600,
                ended(1, 900, 1500, JobState.FAILED, h100(1)),
                running(2, 1400, h100(1)),
                ended(3, 1100, 1150, JobState.FAILED, h100(1)),
                ended(4, 900, 1020, JobState.COMPLETED, h100(1)));

        assertThat(gpuSeconds()).isEqualTo(500 + 20 + 200 + 50);
        assertThat(ended(JobState.FAILED)).isEqualTo(550);
        assertThat(ended(JobState.COMPLETED)).isEqualTo(20);
    }

    /** slurmctld has forgotten the jobs 1, 2 and 3, and the first run of job 5. */
    @Test
    void runsThatOnlyAccountingKnowsCount() {
        poll(1000, running(1, 900, h100(1)), running(5, 900, h100(1)), running(6, 900, h100(1)));
        restart();
        poll(
                2800,
                List.of(
                        accounted(1, 500, 900, 1500, JobState.COMPLETED),
                        accounted(2, 1100, 1200, 1260, JobState.FAILED),
                        accounted(3, 1100, 0, 1260, JobState.CANCELLED),
                        accounted(4, 500, 2500, 2600, JobState.COMPLETED),
                        accounted(5, 500, 900, 1600, JobState.REQUEUED),
                        accounted(7, 500, 800, 990, JobState.FAILED)),
                ended(4, 2500, 2600, JobState.COMPLETED, h100(1)),
                running(5, 1700, h100(1)).submittedAt(1650).restarts(1),
                running(6, 900, h100(1)));

        assertThat(ended(JobState.COMPLETED)).isEqualTo(500 + 100);
        assertThat(ended(JobState.FAILED)).isEqualTo(60);
        assertThat(ended(JobState.REQUEUED)).isEqualTo(600);
        assertThat(gpuSeconds()).isEqualTo(600 + 60 + 600 + 1100 + 1800);
        assertThat(account("physics").cpuSeconds()).isEqualTo(2 * gpuSeconds());
        assertThat(endedJobs()).isEqualTo(3);
    }

    /** Accounting was read after the list, so that it shows an end which the list does not show. */
    @Test
    void endAfterTheJobListCountsWithTheNextJobList() {
        poll(1000, running(1, 900, h100(1)));
        usage.observe(
                List.of(running(1, 900, h100(1)).build()),
                List.of(accounted(1, 500, 900, 2010, JobState.COMPLETED)),
                NodeSetLookup.NONE,
                Instant.ofEpochSecond(2000));
        poll(2030, ended(1, 900, 2010, JobState.COMPLETED, h100(1)));

        assertThat(gpuSeconds()).isEqualTo(1010);
        assertThat(ended(JobState.COMPLETED)).isEqualTo(1010);
    }

    /** The last list was read in the second in which the runs ended, and contains only job 1. */
    @Test
    void runThatEndsInTheSecondOfTheLastListEndsInItsState() {
        poll(1000, running(1, 900, h100(1)));
        poll(1030, running(1, 900, h100(1)));
        restart();
        poll(
                2000,
                List.of(
                        accounted(1, 500, 900, 1030, JobState.CANCELLED),
                        accounted(2, 500, 900, 1030, JobState.FAILED)));

        assertThat(ended(JobState.CANCELLED)).isEqualTo(30);
        assertThat(gpuSeconds()).isEqualTo(30);
        assertThat(endedJobs()).isOne();
    }

    static AccountedRun accounted(long id, long submittedAt, long startedAt, long endedAt, JobState state) {
        return new AccountedRun(
                id,
                submittedAt,
                startedAt,
                endedAt,
                state,
                "physics",
                "anna",
                "gpu",
                startedAt > 0 ? new Tres(2, 10, 1, h100(1)) : Tres.NONE,
                startedAt > 0 ? "w-0" : "None assigned");
    }

    @Test
    void runThatDisappearedDuringTheRestartEndsInStateUnknown() {
        poll(1000, running(1, 900, h100(1)));
        poll(1030, running(1, 900, h100(1)));
        restart();
        poll(5000);
        poll(5600);

        assertThat(ended(JobState.UNKNOWN)).isEqualTo(30);
        assertThat(allEnded()).isEqualTo(runs("h100").gpuSeconds());
    }

    @Test
    void countersContinueWithoutAZero() {
        poll(1000, running(1, 900, h100(1)));
        poll(1030, running(1, 900, h100(1)));
        restart();
        usage.observe(List.of(), List.of(), NodeSetLookup.NONE, Instant.ofEpochSecond(1040));

        counts = usage.publish();
        assertThat(account("physics").gpuSeconds()).containsEntry("h100", 30.0);
    }

    @Test
    void accountsKeepTheirCountersUnderASmallerLimit() {
        JobBuilder[] jobs = {
            running(1, 900, h100(1)).owner("a", "u", ""),
            running(2, 900, h100(1)).owner("b", "u", "")
        };
        poll(1000, jobs);
        usage = new JobUsage(SeriesBudgets.named(10, 1), usage.state());
        poll(1010, jobs[0], jobs[1], running(3, 1000, h100(1)).owner("c", "u", ""));

        assertThat(counts.accounts()).containsOnlyKeys("a", "b", "other");
    }

    @Test
    void namesThatAreHiddenNowAreNotPublished() {
        poll(1000, running(1, 900, h100(1)));
        poll(1030, running(1, 900, h100(1)));

        usage = new JobUsage(hashing(), usage.state());
        poll(1040, running(1, 900, h100(1)));
        usage = new JobUsage(hashing(), usage.state());
        poll(1050, running(1, 900, h100(1)));

        // printf physics | sha256sum, printf anna | sha256sum
        assertThat(counts.accounts()).containsOnlyKeys("742b27454919");
        assertThat(counts.users()).containsOnlyKeys("55579b557896");
        assertThat(account("742b27454919").gpuSeconds()).containsEntry("h100", 50.0);
        assertThat(usage.months().get(0).rows())
                .containsOnlyKeys(new UsageKey("742b27454919", "55579b557896", "gpu", "", "h100"));

        usage = new JobUsage(new SeriesBudget(10, 10, 0, 0, 0, 0, NameRule.DROP, NameRule.DROP), usage.state());
        poll(1060, running(1, 900, h100(1)));

        assertThat(counts.accounts()).isEmpty();
        assertThat(counts.users()).isEmpty();
        assertThat(usage.months().get(0).rows()).containsOnlyKeys(new UsageKey("", "", "gpu", "", "h100"));
        assertThat(runs("h100").gpuSeconds()).isEqualTo(60);
    }
}
