package dev.sluice.exporter.derive;

import static dev.sluice.exporter.derive.QueueRecord.pending;
import static dev.sluice.exporter.derive.QueueRecord.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.JobState;
import org.junit.jupiter.api.Test;

/** Tests wait times and their causes. */
class JobWaitTest extends ObservedLife {

    @Test
    void jobHasStartedWhenItsNodesAreReady() {
        poll(1000);
        poll(1020, running(1, 1010, 1015).flagged(JobState.CONFIGURING));
        assertCounts("starts 0");

        poll(1200, running(1, 1010, 1180));

        assertCounts("starts 1 waited 170 for:RESOURCES 170");
    }

    @Test
    void waitIsSplitByWhatHeldTheJobBack() {
        poll(1000);
        // The job is held from 1010 to 1050, then pending because of a limit, then pending because of resources, and
        // then started.
        poll(1020, pending(1, 1010).waiting("JobHeldUser", 0));
        poll(1040, pending(1, 1010).waiting("JobHeldUser", 0));
        poll(1060, pending(1, 1010).waiting("QOSMaxJobsPerUserLimit", 1050));
        poll(1080, pending(1, 1010).waiting("QOSMaxJobsPerUserLimit", 1050));
        poll(1100, pending(1, 1010).waiting("Resources", 1050));
        poll(1140, running(1, 1010, 1130).waiting("None", 1050));

        assertCounts("waited 120 for:HELD 40 for:LIMIT 50 for:RESOURCES 30 for:OTHER 0");
    }

    @Test
    void beginTimeAndDependencyEndToTheSecond() {
        poll(1000);
        poll(1020, pending(1, 1010).waiting("BeginTime", 1500), pending(2, 1010).waiting("Dependency", 0));
        poll(1400, pending(1, 1010).waiting("BeginTime", 1500), pending(2, 1010).waiting("Dependency", 0));
        poll(
                1600,
                running(1, 1010, 1510).waiting("None", 1500),
                running(2, 1010, 1580).waiting("None", 1540));

        assertCounts("for:BEGIN_TIME 490 for:DEPENDENCY 530 for:RESOURCES 50");
    }

    @Test
    void timeBeforeItWasEligibleThatNobodySawIsOther() {
        poll(1000);
        poll(1300, running(1, 1010, 1210).waiting("None", 1200));

        assertCounts("for:OTHER 190 for:RESOURCES 10");
    }

    @Test
    void taskSharesThePastOfItsArray() {
        poll(1000);
        poll(1020, pending(10, 1010).ofArray(10, 2).waiting("JobArrayTaskLimit", 0));
        poll(
                1080,
                running(11, 1010, 1070).ofArray(10, 1).waiting("None", 1011),
                pending(10, 1010).ofArray(10, 1).waiting("JobArrayTaskLimit", 0));

        assertCounts("waited 60 for:LIMIT 60");
    }

    /** The time until 1060 counts for the limit, although the job has a different pending reason at 1060. */
    @Test
    void causesAddUpToTheWaitWhereTheNewestHasNothingToGive() {
        poll(1000);
        poll(1020, pending(1, 1010).waiting("QOSMaxJobsPerUserLimit", 1010));
        poll(1060, pending(1, 1010).waiting("Resources", 1010));
        poll(1080, running(1, 1010, 1055).waiting("None", 1010));

        assertCounts("waited 45 for:LIMIT 45 for:RESOURCES 0");
    }

    @Test
    void causesAddUpToTheWaitWhereClocksDiffer() {
        poll(1000);
        // The exporter's clock is 20 s ahead of slurmctld's clock. By the exporter's clock, the job was still pending
        // after its start.
        poll(1060, pending(1, 1010));
        poll(1080, running(1, 1010, 1045));

        assertCounts("waited 35 for:RESOURCES 35");
    }

    @Test
    void causesOfAWaitThatBeganBeforeUsAreKnownFromOurStartOn() {
        poll(1000, pending(1, 100).waiting("JobHeldUser", 0));
        poll(1100, running(1, 100, 1080).waiting("None", 1070));

        assertCounts("waited 980 for:HELD 70 for:RESOURCES 10");
    }

    @Test
    void valueOnABoundIsInTheBucketBelow() {
        poll(1000);
        poll(1100, running(1, 1010, 1020), running(2, 1010, 1021));

        assertThat(waits().upperBounds()).startsWith(1.0, 10.0, 30.0);
        assertThat(waits().cumulative(0)).isZero();
        assertThat(waits().cumulative(1)).isOne();
        assertThat(waits().cumulative(2)).isEqualTo(2);
    }
}
