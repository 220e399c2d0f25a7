package dev.sluice.exporter.derive;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.ReasonClass;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueuePlaceTest {

    /**
     * In the output of squeue --states=PENDING --partition=cpu --sort=-p,i, the jobs have the order 4, 2, 3 (with ten
     * tasks), 1. Job 5 is held.
     */
    private static final List<Job> JOBS = List.of(
            job(1).priority(10).build(),
            job(2).priority(20).build(),
            job(3).priority(20).array(3, 10, 0).build(),
            job(4).priority(30).in("gpu,cpu").build(),
            job(5).priority(0).held().build(),
            job(6).priority(99).in("gpu").build(),
            job(7).priority(99).runningOn("n1").build());

    @Test
    void standsBehindHigherPriorityAndLowerIdOfTheSame() {
        assertThat(QueuePlace.of(JOBS, JOBS.get(0), "cpu")).contains(place("cpu", 4, 4, 12));
        assertThat(QueuePlace.of(JOBS, JOBS.get(1), "cpu")).contains(place("cpu", 2, 4, 1));
        assertThat(QueuePlace.of(JOBS, JOBS.get(2), "cpu")).contains(place("cpu", 3, 4, 2));
    }

    @Test
    void hasAPlaceInEveryPartitionOfTheJob() {
        assertThat(QueuePlace.of(JOBS, JOBS.get(3), "cpu")).contains(new QueuePlace("cpu", 1, 4, 0, Map.of()));
        assertThat(QueuePlace.of(JOBS, JOBS.get(3), "gpu")).contains(place("gpu", 2, 2, 1));
    }

    @Test
    void tellsWhatTheJobsBeforeItWaitFor() {
        List<Job> jobs = List.of(
                job(1).priority(10).build(),
                job(2).priority(20).reason("QOSGrpCpuLimit").array(2, 7, 0).build(),
                job(3).priority(30).reason("Priority").build(),
                job(4).priority(5).reason("Dependency").build());

        assertThat(QueuePlace.of(jobs, jobs.get(0), "cpu").orElseThrow().before())
                .containsExactly(Map.entry(ReasonClass.PRIORITY, 1L), Map.entry(ReasonClass.LIMIT, 7L));
    }

    @Test
    void isOfNoQueueWhereItIsHeldRunsOrIsElsewhere() {
        assertThat(QueuePlace.of(JOBS, JOBS.get(4), "cpu")).isEmpty();
        assertThat(QueuePlace.of(JOBS, JOBS.get(6), "cpu")).isEmpty();
        assertThat(QueuePlace.of(JOBS, JOBS.get(0), "gpu")).isEmpty();
    }

    /** A place in the queue behind jobs that all wait for resources. */
    private static QueuePlace place(String partition, long position, long of, long before) {
        return new QueuePlace(partition, position, of, before, Map.of(ReasonClass.RESOURCES, before));
    }
}
