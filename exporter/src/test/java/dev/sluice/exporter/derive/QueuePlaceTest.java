package dev.sluice.exporter.derive;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.Job;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueuePlaceTest {

    /** As squeue --states=PENDING --partition=cpu --sort=-p,i would list them: 4, 2, 3 (of ten tasks), 1, and 5 is held. */
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
        assertThat(QueuePlace.of(JOBS, JOBS.get(0), "cpu")).contains(new QueuePlace("cpu", 4, 4, 12));
        assertThat(QueuePlace.of(JOBS, JOBS.get(1), "cpu")).contains(new QueuePlace("cpu", 2, 4, 1));
        assertThat(QueuePlace.of(JOBS, JOBS.get(2), "cpu")).contains(new QueuePlace("cpu", 3, 4, 2));
    }

    @Test
    void hasAPlaceInEveryPartitionOfTheJob() {
        assertThat(QueuePlace.of(JOBS, JOBS.get(3), "cpu")).contains(new QueuePlace("cpu", 1, 4, 0));
        assertThat(QueuePlace.of(JOBS, JOBS.get(3), "gpu")).contains(new QueuePlace("gpu", 2, 2, 1));
    }

    @Test
    void isOfNoQueueWhereItIsHeldRunsOrIsElsewhere() {
        assertThat(QueuePlace.of(JOBS, JOBS.get(4), "cpu")).isEmpty();
        assertThat(QueuePlace.of(JOBS, JOBS.get(6), "cpu")).isEmpty();
        assertThat(QueuePlace.of(JOBS, JOBS.get(0), "gpu")).isEmpty();
    }
}
