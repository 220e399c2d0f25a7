package dev.sluice.exporter.derive;

import static dev.sluice.exporter.derive.QueueRecord.ended;
import static dev.sluice.exporter.derive.QueueRecord.pending;
import static dev.sluice.exporter.derive.QueueRecord.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.LifeCounts.Events;
import dev.sluice.exporter.derive.LifeCounts.Queue;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the counters for jobs that are submitted, run, end and are requeued. */
class JobLifeTest extends ObservedLife {

    @Test
    void followsAJobFromSubmissionToEnd() {
        poll(1000);
        assertCounts("submissions 0 starts 0 requeues 0 OUT_OF_MEMORY 0");
        poll(1015, pending(1, 1010));
        assertCounts("submissions 1 waits 0");

        poll(1060, running(1, 1010, 1040));
        assertCounts("starts 1 waited 30");

        poll(1120, ended(1, 1010, 1040, 1100, JobState.COMPLETED));
        poll(1135, ended(1, 1010, 1040, 1100, JobState.COMPLETED));
        poll(1600);

        assertCounts("submissions 1 starts 1 COMPLETED 1 ends 1 waits 1 ran 60 runs 1");
    }

    @Test
    void inventsNoPast() {
        poll(
                1000,
                ended(1, 100, 200, 900, JobState.FAILED),
                running(2, 300, 400),
                pending(3, 500),
                pending(4, 500).ofArray(4, 20));
        assertCounts("submissions 0 starts 0 ends 0");

        poll(
                1060,
                ended(1, 100, 200, 900, JobState.FAILED),
                ended(2, 300, 400, 1050, JobState.TIMEOUT),
                running(3, 500, 1030),
                pending(4, 500).ofArray(4, 20));

        assertCounts("submissions 0 starts 1 ends 1 TIMEOUT 1");
        // Job 2 started long before the first poll, but Slurm knows the job's run time. For job 3, Slurm also knows the
        // submission time.
        assertCounts("ran 650 waits 1 waited 530");
    }

    @Test
    void jobThatIsCancelledWhileItWaitsNeverStarted() {
        poll(1000);
        poll(1015, pending(1, 1010));
        poll(1030, pending(1, 1010).endedAt(1020, JobState.CANCELLED));

        assertCounts("starts 0 CANCELLED 1 waits 0 runs 0");
    }

    @Test
    void tasksThatLeaveTheirArrayAreNoNewSubmissions() {
        poll(1000);
        poll(1015, pending(10, 1010).ofArray(10, 5));
        assertCounts("submissions 5");

        // Two tasks started, and one of them has ended. The records of tasks can precede or follow the record of the
        // array.
        poll(
                1060,
                running(11, 1010, 1020).ofArray(10, 1),
                pending(10, 1010).ofArray(10, 3),
                ended(12, 1010, 1021, 1050, JobState.FAILED).ofArray(10, 1));
        assertCounts("submissions 5 starts 2 ends 1");

        // The last task keeps the array's ID.
        poll(
                1120,
                ended(11, 1010, 1020, 1080, JobState.COMPLETED).ofArray(10, 1),
                ended(12, 1010, 1021, 1050, JobState.FAILED).ofArray(10, 1),
                running(13, 1010, 1070).ofArray(10, 1),
                running(14, 1010, 1070).ofArray(10, 1),
                running(10, 1010, 1070).ofArray(10, 1));
        assertCounts("submissions 5 starts 5 ends 2 waits 5");
    }

    @Test
    void arrayThatWasSubmittedAndRanBetweenTwoPollsCountsEachTask() {
        poll(1000);
        poll(
                1100,
                running(10, 1010, 1020).ofArray(10, 1),
                ended(11, 1010, 1020, 1050, JobState.COMPLETED).ofArray(10, 1),
                pending(12, 1040).ofArray(10, 1).restarted(1));

        assertCounts("submissions 3 starts 3 requeues 1 ends 1");
    }

    @Test
    void arrayThatWasSubmittedAndCancelledBetweenTwoPollsCountsEachTask() {
        poll(1000);
        poll(1100, pending(10, 1010).endedAt(1020, JobState.CANCELLED).ofArray(10, 4));

        assertCounts("submissions 4 starts 0 CANCELLED 4");
    }

    @Test
    void jobThatIsCancelledBetweenTwoOfItsRunsHasStartedOnce() {
        poll(1000);
        poll(1015, running(1, 1010, 1012));
        poll(1030, pending(1, 1020).restarted(1));
        poll(1045, pending(1, 1020).restarted(1).endedAt(1040, JobState.CANCELLED));

        assertCounts("starts 1 requeues 1 runs 1 CANCELLED 1");
    }

    @Test
    void tasksThatVanishFromTheirArrayWereCancelled() {
        poll(1000);
        poll(1015, pending(10, 1010).ofArray(10, 100));
        poll(1030, pending(10, 1010).ofArray(10, 60), running(11, 1010, 1020).ofArray(10, 1));
        assertCounts("CANCELLED 39");

        poll(1045, pending(10, 1010).ofArray(10, 1).endedAt(1040, JobState.CANCELLED));
        poll(1060, pending(10, 1010).ofArray(10, 1).endedAt(1040, JobState.CANCELLED));

        assertCounts("submissions 100 starts 1 CANCELLED 99");
    }

    @Test
    void afterALongGapNobodyKnowsWhatBecameOfTasksThatAreGone() {
        poll(1000);
        poll(1015, pending(10, 1010).ofArray(10, 100));
        poll(1316, pending(10, 1010).ofArray(10, 60));

        assertCounts("ends 0");
    }

    @Test
    void arrayWhoseListIsCutShortIsCountedAsItsTasksShow() {
        poll(1000);
        poll(1015, pending(10, 1010).ofArray(10, 19).cut());
        poll(
                1030,
                pending(10, 1010).ofArray(10, 19).cut(),
                running(11, 1010, 1020).ofArray(10, 1));

        assertCounts("submissions 20 starts 1 ends 0");
    }

    @Test
    void requeueIsAnEndOfTheRunButNotOfTheJob() {
        poll(1000);
        poll(1020, running(1, 1010, 1015));
        poll(1100, pending(1, 1095).restarted(1));
        assertCounts("requeues 1 ran 80");

        poll(1200, running(1, 1095, 1150).restarted(1));
        poll(1300, ended(1, 1095, 1150, 1250, JobState.COMPLETED).restarted(1));

        assertCounts("submissions 1 starts 2 ends 1");
        // The job waited 5 s before the first start and 55 s before the second start. The run times are 80 s and 100 s.
        assertCounts("waited 60 waits 2 ran 180");
    }

    @Test
    void startsThatNobodySawAreKnownFromTheRestarts() {
        poll(1000);
        poll(1020, pending(1, 1010));
        poll(1300, running(1, 1280, 1290).restarted(2));

        assertCounts("starts 3 requeues 2");
        // The record has only the times of the last start.
        assertCounts("waits 1 waited 10 runs 0");
    }

    @Test
    void requeueIsSeenOnceWhileTheNodesAreStillCompleting() {
        // slurmctld increments the restart count immediately, but sets the submission time only when the nodes are
        // free.
        poll(1000);
        poll(1020, running(1, 1010, 1015));
        QueueRecord first = pending(2, 1010).flagged(JobState.COMPLETING).restarted(1);
        poll(1040, pending(1, 1010).flagged(JobState.COMPLETING).restarted(1), first);
        poll(1060, pending(1, 1055).restarted(1), pending(2, 1055).restarted(1));

        assertCounts("submissions 2 starts 2 requeues 2 ran 40");
    }

    @Test
    void jobFoundBetweenTwoOfItsRunsAtOurOwnStartHasNoPast() {
        poll(1000, pending(1, 910).flagged(JobState.COMPLETING).restarted(1));
        poll(1060, pending(1, 1055).restarted(1));
        assertCounts("submissions 0 starts 0 requeues 0");

        poll(1075, running(1, 1055, 1070).restarted(1));
        assertCounts("starts 1 waited 15");
    }

    @Test
    void idThatIsGivenAgainIsAnotherJobAlsoWithRestarts() {
        poll(1000, ended(1, 100, 200, 900, JobState.COMPLETED), ended(2, 100, 200, 900, JobState.COMPLETED));
        poll(1015, pending(1, 1010));
        poll(1030, ended(1, 1010, 1012, 1020, JobState.COMPLETED));
        assertCounts("submissions 1 starts 1 ends 1 ran 8");

        poll(1300, running(2, 1280, 1290).restarted(1));
        assertCounts("submissions 2 starts 3 requeues 1");
    }

    @Test
    void jobThatIsRequeuedAfterItsEndRunsAndEndsAgain() {
        poll(1000);
        poll(1060, ended(1, 1010, 1020, 1050, JobState.FAILED));
        assertCounts("submissions 1 starts 1 FAILED 1 waited 10 ran 30");
        poll(1075, pending(1, 1070).restarted(1));
        poll(1090, ended(1, 1070, 1080, 1085, JobState.COMPLETED).restarted(1));

        assertCounts("submissions 1 requeues 1 starts 2 FAILED 1 COMPLETED 1");
        assertThat(runs().sum()).isEqualTo(30 + 5);
    }

    @Test
    void heterogeneousJobCountsOnceByItsLeader() {
        poll(1000);
        poll(1030, running(36, 1010, 1020).ofHet(36), running(37, 1010, 1020).ofHet(36));
        poll(
                1090,
                ended(36, 1010, 1020, 1080, JobState.COMPLETED).ofHet(36),
                ended(37, 1010, 1020, 1080, JobState.COMPLETED).ofHet(36));

        assertCounts("submissions 1 starts 1 ends 1");
    }

    @Test
    void jobsThatAreMissingWhileSlurmctldRecoversAreNotCountedAgain() {
        poll(1000);
        poll(1020, running(1, 1010, 1015), pending(2, 1010).ofArray(2, 7), pending(3, 1011));
        poll(1035);
        poll(1050, running(1, 1010, 1015), pending(2, 1010).ofArray(2, 7), running(3, 1011, 1040));

        assertCounts("submissions 9 starts 2 ends 0");
    }

    @Test
    void jobThatIsCompletingInSqueueOrRunsOnAnotherClusterIsNeitherCountedNorForgotten() {
        QueueRecord completing =
                new QueueRecord(JobBuilder.of(running(1, 1010, 1015).job())
                        .state(JobState.UNKNOWN, JobState.COMPLETING)
                        .build());
        poll(1000);
        poll(1020, running(1, 1010, 1015), pending(2, 1010));
        poll(1300, completing, pending(2, 1010).flagged(JobState.REVOKED));
        poll(1700, completing, ended(2, 1010, 0, 1400, JobState.COMPLETED).flagged(JobState.REVOKED));
        poll(1715, ended(1, 1010, 1015, 1290, JobState.FAILED), pending(2, 1010));

        assertCounts("submissions 2 starts 1 FAILED 1 ends 1");
    }

    @Test
    void stateThatSlurmctldHasLostIsNotCountedTwice() {
        poll(1000);
        poll(1020, running(1, 1010, 1015), ended(2, 1001, 1002, 1019, JobState.COMPLETED));
        poll(1035, pending(1, 1010), running(2, 1001, 1002));
        poll(1050, running(1, 1010, 1045), ended(2, 1001, 1002, 1040, JobState.COMPLETED));

        assertCounts("starts 2 ends 1");
    }

    @Test
    void jobOfSeveralPartitionsIsCountedWhereItIs() {
        poll(1000);
        poll(1015, pending(1, 1010).in("normal", "fast", "batch"));
        poll(1030, running(1, 1010, 1020).in("normal", "batch"));

        assertThat(life.counts().partitions())
                .containsEntry("fast", new Events(1, 0, 0, Map.of()))
                .containsEntry("batch", new Events(0, 1, 0, Map.of()));
    }

    @Test
    void queuesBeyondTheLimitShareOneInTheirPartition() {
        JobLife narrow = new JobLife(new SeriesBudget(0, 0, 2, 0, 0, 0, NameRule.SHOW, NameRule.DROP), ended -> {});
        narrow.observe(
                List.of(
                        pending(1, 900).in("a", "batch").job(),
                        pending(2, 900).in("b", "batch").job(),
                        pending(3, 900).in("c", "batch").job(),
                        pending(4, 900).in("d", "batch").job()),
                List.of(),
                Instant.ofEpochSecond(1000));

        assertThat(narrow.counts().waitsByQueue().keySet())
                .containsExactly(new Queue("batch", "a"), new Queue("batch", "b"), new Queue("batch", "other"));
        assertThat(narrow.counts().foldedQueues()).isEqualTo(2);
    }
}
