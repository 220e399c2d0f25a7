package dev.sluice.exporter.derive.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.join.NodeSetLookup;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the usage of runs that start, end, are requeued, are suspended or disappear. */
class JobUsageTest extends ObservedUsage {

    @Test
    void countsOnlyTimeAfterTheFirstList() {
        poll(1000, running(1, 400, h100(4)));
        assertThat(gpuSeconds()).isZero();

        poll(1030, running(1, 400, h100(4)));

        assertThat(gpuSeconds()).isEqualTo(120);
        assertThat(account("physics").cpuSeconds()).isEqualTo(60);
        assertThat(account("physics").memoryByteSeconds()).isEqualTo(300);
        assertThat(user("anna")).isEqualTo(account("physics"));
    }

    @Test
    void countsARunFromItsStartToItsEndIndependentOfThePolls() {
        poll(1000);
        poll(1030, running(1, 1012, h100(4)));
        assertThat(gpuSeconds()).isEqualTo(4 * 18);

        poll(1060, ended(1, 1012, 1047, JobState.COMPLETED, h100(4)));
        poll(1090, ended(1, 1012, 1047, JobState.COMPLETED, h100(4)));
        poll(2000);

        assertThat(gpuSeconds()).isEqualTo(4 * 35);
        assertThat(ended(JobState.COMPLETED)).isEqualTo(4 * 35);
        assertThat(allEnded()).isEqualTo(runs("h100").gpuSeconds());
        assertThat(endedJobs()).isOne();
    }

    @Test
    void countsARunThatStartsAndEndsBetweenTwoPolls() {
        poll(1000);
        poll(1030, ended(1, 1005, 1025, JobState.FAILED, h100(2)), ended(1, 1005, 1025, JobState.FAILED, h100(2)));

        assertThat(gpuSeconds()).isEqualTo(40);
        assertThat(ended(JobState.FAILED)).isEqualTo(40);
        assertThat(endedJobs()).isOne();
    }

    @Test
    void doesNotCountAJobThatEndedBeforeTheFirstList() {
        poll(1000, ended(1, 700, 900, JobState.COMPLETED, h100(2)));
        poll(1030, ended(1, 700, 900, JobState.COMPLETED, h100(2)));

        assertThat(counts.accounts()).isEmpty();
        assertThat(endedJobs()).isZero();
    }

    @Test
    void recordWithoutAnEndEndsTheKnownRunOnce() {
        JobBuilder withoutEnd = ended(1, 900, 0, JobState.COMPLETED, h100(1));
        poll(1000, running(1, 900, h100(1)));
        poll(1030, running(1, 900, h100(1)));
        poll(1060, withoutEnd, ended(2, 900, 0, JobState.COMPLETED, h100(1)));
        poll(1090, withoutEnd, ended(2, 900, 0, JobState.COMPLETED, h100(1)));

        assertThat(ended(JobState.COMPLETED)).isEqualTo(30);
        assertThat(runs("h100").gpuSeconds()).isEqualTo(30);
        assertThat(endedJobs()).isOne();
    }

    @Test
    void newCounterIsPublishedAsZeroFirst() {
        usage.observe(List.of(), List.of(), NodeSetLookup.NONE, Instant.ofEpochSecond(1000));
        usage.observe(
                List.of(running(1, 1010, h100(1)).build()), List.of(), NodeSetLookup.NONE, Instant.ofEpochSecond(1030));

        UsageCounts first = usage.publish();
        UsageCounts second = usage.publish();

        counts = first;
        assertThat(account("physics").gpuSeconds()).containsEntry("h100", 0.0);
        assertThat(account("physics").cpuSeconds()).isZero();
        assertThat(runs("h100").ended())
                .hasSize(11)
                .containsEntry(JobState.REQUEUED, 0.0)
                .containsEntry(JobState.UNKNOWN, 0.0);
        counts = second;
        assertThat(account("physics").gpuSeconds()).containsEntry("h100", 20.0);
        assertThat(account("physics").cpuSeconds()).isEqualTo(40);
    }

    @Test
    void requeueEndsTheRunAtTheNewSubmitTime() {
        poll(1000);
        poll(1030, running(1, 1010, h100(4)));
        poll(1060, running(1, 1055, h100(4)).submittedAt(1045).restarts(1));

        // 35 s before the requeue and 5 s after.
        assertThat(gpuSeconds()).isEqualTo(4 * 40);
        assertThat(ended(JobState.REQUEUED)).isEqualTo(4 * 35);
        assertThat(endedJobs()).isZero();

        poll(
                1090,
                ended(1, 1055, 1085, JobState.COMPLETED, h100(4))
                        .submittedAt(1045)
                        .restarts(1));

        assertThat(ended(JobState.COMPLETED)).isEqualTo(4 * 30);
        assertThat(gpuSeconds()).isEqualTo(4 * 65);
        assertThat(endedJobs()).isOne();
    }

    @ParameterizedTest
    @CsvSource({"PENDING, 0, 0", "UNKNOWN, 900, 0", "UNKNOWN, 900, 1"})
    void requeuedJobDoesNotCountWhileItsNodesAreCompleting(JobState base, long start, int restarts) {
        JobBuilder completing =
                running(1, start, h100(4)).state(base, JobState.COMPLETING).restarts(restarts);
        JobBuilder pending = JobBuilder.job(1).in("gpu").submittedAt(1100).restarts(1);
        poll(1000, running(1, 900, h100(4)));
        poll(1030, completing);
        poll(1060, completing);
        poll(1110, pending);

        assertThat(gpuSeconds()).isEqualTo(4 * 30);
        assertThat(ended(JobState.REQUEUED)).isEqualTo(4 * 30);
    }

    @Test
    void severalRequeuesBetweenTwoPollsEndTheKnownRunWhereItWasCounted() {
        poll(1000, running(1, 900, h100(1)));
        poll(1030, running(1, 900, h100(1)));
        poll(1090, running(1, 1080, h100(1)).submittedAt(1070).restarts(2));

        assertThat(ended(JobState.REQUEUED)).isEqualTo(30);
        assertThat(gpuSeconds()).isEqualTo(40);
    }

    @Test
    void everyArrayTaskAndEveryComponentCounts() {
        poll(1000);
        poll(
                1030,
                running(10, 1000, h100(1)).array(10, 1, 0),
                running(11, 1010, h100(1)).array(10, 1, 0),
                running(20, 1000, h100(2)).het(20),
                running(21, 1000, h100(4)).het(20),
                JobBuilder.job(12).in("gpu").array(10, 500, 0));

        assertThat(gpuSeconds()).isEqualTo(30 + 20 + 60 + 120);
    }

    @Test
    void suspendedJobUsesItsGpusAndMemoryButNoCpus() {
        poll(1000, running(1, 900, h100(1)));
        poll(1030, running(1, 900, h100(1)).state(JobState.SUSPENDED));
        poll(1060, running(1, 900, h100(1)));

        assertThat(gpuSeconds()).isEqualTo(60);
        assertThat(account("physics").memoryByteSeconds()).isEqualTo(600);
        assertThat(account("physics").cpuSeconds()).isEqualTo(2 * 30);
    }

    @Test
    void configuringJobCountsFromTheStartThatSlurmSetsWhenTheNodesAreReady() {
        poll(1000);
        poll(1030, running(1, 1010, h100(1)).state(JobState.CONFIGURING));
        poll(1060, running(1, 1010, h100(1)).state(JobState.CONFIGURING));
        poll(1090, running(1, 1075, h100(1)));
        assertThat(gpuSeconds()).isEqualTo(15);

        // Slurm does not change the start if the nodes were ready.
        poll(1120, running(1, 1075, h100(1)), running(2, 1110, h100(1)).state(JobState.CONFIGURING));
        poll(1150, running(1, 1075, h100(1)), running(2, 1110, h100(1)));
        assertThat(gpuSeconds()).isEqualTo(75 + 40);
    }

    @Test
    void countsEveryGpuTypeAndTheRestWithTheTypeOfMostGpus() {
        GpuCounts mixed = h100(1).plus(GpuCounts.of("a100", 3)).plus(GpuCounts.of(GpuCounts.UNTYPED, 1));
        poll(1000);
        poll(1010, running(1, 1000, mixed), running(2, 1000, GpuCounts.NONE));

        assertThat(account("physics").gpuSeconds())
                .containsOnlyKeys("a100", "h100", "untyped")
                .containsEntry("a100", 30.0)
                .containsEntry("untyped", 10.0);
        assertThat(account("physics").cpuSeconds()).isEqualTo(40);
        assertThat(usage.months().get(0).rows())
                .containsEntry(key("a100"), new UsageAmounts(30, 20, 100, 0))
                .containsEntry(key("h100"), new UsageAmounts(10, 0, 0, 0))
                .containsEntry(key("untyped"), new UsageAmounts(10, 0, 0, 0))
                .containsEntry(key("none"), new UsageAmounts(0, 20, 100, 0))
                .hasSize(4);
    }

    private static UsageKey key(String gpuType) {
        return new UsageKey("physics", "anna", "gpu", "", gpuType);
    }

    @Test
    void gapOfHalfAnHourIsCountedExactly() {
        poll(1000, running(1, 900, h100(8)), running(2, 900, h100(1)));
        poll(2800, running(1, 900, h100(8)), ended(2, 900, 2500, JobState.TIMEOUT, h100(1)));

        assertThat(gpuSeconds()).isEqualTo(8 * 1800 + 1500);
        assertThat(ended(JobState.TIMEOUT)).isEqualTo(1500);
    }

    @Test
    void runWithoutARecordOfItsEndCountsUntilItWasLastSeen() {
        poll(1000, running(1, 900, h100(2)));
        poll(1030, running(1, 900, h100(2)));
        poll(1060);
        poll(1659);
        assertThat(ended(JobState.UNKNOWN)).isZero();

        poll(1660);

        assertThat(ended(JobState.UNKNOWN)).isEqualTo(60);
        assertThat(gpuSeconds()).isEqualTo(60);
        assertThat(endedJobs()).isOne();
    }

    @Test
    void runThatReappearsAfterAnIncompleteListIsCountedThroughout() {
        poll(1000, running(1, 900, h100(2)));
        poll(1030);
        poll(1090, running(1, 900, h100(2)));

        assertThat(gpuSeconds()).isEqualTo(180);
        assertThat(ended(JobState.UNKNOWN)).isZero();
    }

    @Test
    void clockThatStepsBackNeverDecreasesACounter() {
        poll(1000, running(1, 900, h100(1)));
        poll(1100, running(1, 900, h100(1)));
        poll(1040, running(1, 900, h100(1)));
        poll(1070, running(1, 900, h100(1)));
        assertThat(gpuSeconds()).isEqualTo(100);

        poll(1130, running(1, 900, h100(1)));
        assertThat(gpuSeconds()).isEqualTo(130);

        // The record ends before the time until which the run is counted.
        poll(1130, ended(1, 900, 1120, JobState.COMPLETED, h100(1)));
        assertThat(gpuSeconds()).isEqualTo(130);
        assertThat(ended(JobState.COMPLETED)).isEqualTo(130);
    }

    @Test
    void endInTheFutureIsCountedWhenTheClockReachesIt() {
        poll(1000, running(1, 900, h100(1)));
        poll(1030, ended(1, 900, 1040, JobState.COMPLETED, h100(1)));
        assertThat(gpuSeconds()).isEqualTo(30);
        assertThat(ended(JobState.COMPLETED)).isZero();

        poll(1060, ended(1, 900, 1040, JobState.COMPLETED, h100(1)));
        poll(1090, ended(1, 900, 1040, JobState.COMPLETED, h100(1)));
        assertThat(ended(JobState.COMPLETED)).isEqualTo(40);
        assertThat(endedJobs()).isOne();
    }

    @Test
    void jobThatReleasesGpusCountsFewerFromThen() {
        poll(1000, running(1, 900, h100(4)));
        poll(1030, running(1, 900, h100(1)));
        poll(1060, running(1, 900, h100(1)));

        assertThat(gpuSeconds()).isEqualTo(4 * 30 + 30);
    }

    @Test
    void withoutAccountingOfGpusTheRequestCounts() {
        JobBuilder ended = ended(1, 1010, 1020, JobState.COMPLETED, GpuCounts.NONE);
        poll(1000);
        poll(1030, ended.gpus("h100", 2));

        assertThat(gpuSeconds()).isEqualTo(20);
    }

    @Test
    void ownersOverTheLimitCountTogether() {
        usage = new JobUsage(SeriesBudgets.named(1, 2), JobUsage.State.NONE);
        poll(1000);
        poll(
                1010,
                running(1, 1000, h100(1)).owner("a", "u1", ""),
                running(2, 1000, h100(2)).owner("b", "u2", ""),
                running(3, 1000, h100(4)).owner("c", "u3", ""),
                running(4, 1000, h100(8)).owner("d", "u1", ""));

        assertThat(counts.accounts()).containsOnlyKeys("a", "b", "other");
        assertThat(account("other").gpuSeconds()).containsEntry("h100", 120.0);
        assertThat(counts.users()).containsOnlyKeys("u1", "other");
        assertThat(user("u1").gpuSeconds()).containsEntry("h100", 90.0);
        assertThat(counts.foldedAccounts()).isEqualTo(2);
        assertThat(counts.foldedUsers()).isEqualTo(2);
        assertThat(runs("h100").gpuSeconds()).isEqualTo(150);
    }

    @Test
    void namesFollowTheNameRules() {
        usage = new JobUsage(new SeriesBudget(10, 10, 0, 0, 0, 0, NameRule.DROP, NameRule.HASH), JobUsage.State.NONE);
        poll(1000, running(1, 900, h100(1)));
        poll(1010, running(1, 900, h100(1)));

        assertThat(counts.users()).isEmpty();
        // printf physics | sha256sum
        assertThat(counts.accounts()).containsOnlyKeys("742b27454919");
        assertThat(usage.months().get(0).rows()).containsOnlyKeys(new UsageKey("742b27454919", "", "gpu", "", "h100"));
    }

    @Test
    void sumsAddUpAtEachPoll() {
        poll(1000, running(1, 900, h100(3)), running(2, 950, h100(5)));
        poll(1031, running(1, 900, h100(3)), ended(2, 950, 1017, JobState.FAILED, h100(5)));
        poll(1062, running(1, 900, h100(3)), running(3, 1044, h100(7)));

        double inProgress = 3 * 62 + 7 * 18;
        assertThat(runs("h100").gpuSeconds()).isEqualTo(allEnded() + inProgress);
        assertThat(runs("h100").gpuSeconds()).isEqualTo(gpuSeconds());
    }
}
