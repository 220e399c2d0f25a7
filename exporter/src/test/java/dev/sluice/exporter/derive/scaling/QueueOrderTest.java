package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.model.job.JobBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who gets the one node that there can be, in whatever order the jobs are listed. */
class QueueOrderTest {

    private static void firstIsServedFirst(JobBuilder first, JobBuilder second) {
        assertThat(counted(first, second)).isEqualTo(first.build().id());
        assertThat(counted(second, first)).isEqualTo(first.build().id());
    }

    private static long counted(JobBuilder one, JobBuilder other) {
        ScalingDemand demand = TestPool.demand(
                List.of(pool("cpu").between(0, 1).build()),
                ScalingPolicy.DEFAULT,
                List.of(one.exclusive().build(), other.exclusive().build()));
        return demand.jobs().stream()
                .filter(job -> job.verdict() == Verdict.COUNTED)
                .findFirst()
                .orElseThrow()
                .jobId();
    }

    @Test
    void theHigherPriorityIsServedFirst() {
        firstIsServedFirst(job(2).priority(2_000), job(1).priority(1_000));
    }

    @Test
    void ofOnePriorityTheEarlierJobIsServedFirst() {
        firstIsServedFirst(job(2).submittedAt(NOW - 600), job(1).submittedAt(NOW - 300));
    }

    @Test
    void ofOneSecondTheLowerNumberIsServedFirst() {
        firstIsServedFirst(job(1), job(2));
    }
}
