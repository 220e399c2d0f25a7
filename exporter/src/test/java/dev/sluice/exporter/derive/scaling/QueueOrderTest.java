package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests which job gets the only possible node. The result must not depend on the order in which the jobs are listed.
 */
class QueueOrderTest {

    private static void firstIsServedFirst(JobBuilder first, JobBuilder second) {
        assertThat(counted(first, second)).isEqualTo(first.build().id());
        assertThat(counted(second, first)).isEqualTo(first.build().id());
    }

    private static long counted(JobBuilder one, JobBuilder other) {
        ScalingDemand demand = ScalingInputBuilder.of(pool("cpu").between(0, 1))
                .jobs(one.exclusive(), other.exclusive())
                .demand();
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

    /**
     * The queue has a job for 4 nodes in the partition "urgent", and a job for 1 node in the partition "cpu". The
     * maximum is 4 nodes.
     */
    private static List<Long> countedOfFour(ScalingInputBuilder input) {
        return input
                .jobs(
                        job(1).in("cpu").priority(9_000).exclusive(),
                        job(2).in("urgent").priority(1).nodes(4).exclusive())
                .demand()
                .jobs()
                .stream()
                .filter(job -> job.verdict() == Verdict.COUNTED)
                .map(JobExplanation::jobId)
                .toList();
    }

    @Test
    void theHigherPriorityTierIsServedFirstWhateverThePriority() {
        ScalingInputBuilder input =
                ScalingInputBuilder.of(pool("cpu").in("cpu", "urgent").between(0, 4));

        assertThat(countedOfFour(input)).containsExactly(1L);
        assertThat(countedOfFour(input.tier("cpu", 1).tier("urgent", 10))).containsExactly(2L);
    }

    /** The function sort_job_queue2 in slurmctld's job_scheduler.c compares reservations before partitions. */
    @Test
    void aJobOfAReservationIsServedFirstWhateverItsTier() {
        JobPlacement inPond = JobPlacement.reserved("pond");
        ScalingDemand demand = ScalingInputBuilder.of(
                        pool("cpu").in("cpu", "urgent").between(0, 1))
                .tier("cpu", 1)
                .tier("urgent", 10)
                .reservations(List.of(
                        new Reservation("pond", Instant.EPOCH, Instant.MAX, 1, "cpu-0", 0, "", List.of("FLEX"))))
                .jobs(
                        job(1).in("urgent").priority(9_000).exclusive(),
                        job(2).in("cpu").priority(1).placement(inPond).exclusive())
                .demand();

        assertThat(demand.jobs())
                .extracting(JobExplanation::jobId, JobExplanation::verdict)
                .containsExactly(tuple(2L, Verdict.COUNTED), tuple(1L, Verdict.BLOCKED));
    }

    @Test
    void aPartitionWhoseTierIsUnknownHasSlurmsDefault() {
        ScalingInputBuilder input =
                ScalingInputBuilder.of(pool("cpu").in("cpu", "urgent").between(0, 4));

        assertThat(countedOfFour(input.tier("cpu", 1))).containsExactly(1L);
        assertThat(countedOfFour(input.tier("urgent", 2))).containsExactly(2L);
    }

    /**
     * Job 1 can run in the partitions "high" (tier 10) and "low" (tier 1). Job 2 can run only in "low" and has a higher
     * priority. Each partition has at most one node.
     */
    private static ScalingDemand ofTwoTiers(TestPool high, TestPool low) {
        return ScalingInputBuilder.of(List.of(high.build(), low.build()))
                .tier("high", 10)
                .jobs(
                        job(1).in("low,high").priority(1).exclusive(),
                        job(2).in("low").priority(9_000).exclusive())
                .demand();
    }

    @Test
    void aJobOfSeveralTiersTakesRoomInEachAtItsPlaceThere() {
        // The partition "low" is cheaper, so job 1 waits in "low" behind job 2. The node of "high" stays unused.
        ScalingDemand demand =
                ofTwoTiers(pool("high").between(0, 1).cost(5), pool("low").between(0, 1));

        assertThat(demand.jobs()).extracting(JobExplanation::jobId).containsExactly(2L, 1L);
        assertThat(demand.pools()).extracting(PoolDemand::desired).containsExactly(1L, 1L);
    }

    @Test
    void aJobThatFitsNowhereHasOneExplanation() {
        ScalingDemand demand = ofTwoTiers(
                pool("high").between(0, 1).with(1, Condition.BUSY), pool("low").between(0, 1));

        assertThat(demand.jobs())
                .extracting(JobExplanation::jobId, JobExplanation::verdict)
                .containsExactly(tuple(2L, Verdict.COUNTED), tuple(1L, Verdict.BLOCKED));
        assertThat(demand.pools().get(0).pendingJobs()).isEqualTo(Map.of(PendingClass.ELIGIBLE, 1L));
    }

    @Test
    void theComponentsOfAHeterogeneousJobHaveThePlaceOfTheHighestTier() {
        ScalingDemand demand = ScalingInputBuilder.of(
                        pool("cpu").in("cpu", "urgent").between(0, 2))
                .tier("urgent", 10)
                .jobs(
                        job(1).in("cpu").priority(9_000).exclusive(),
                        job(2).in("cpu").priority(1).het(2).exclusive(),
                        job(3).in("urgent,cpu").priority(1).het(2).exclusive())
                .demand();

        assertThat(demand.jobs())
                .extracting(JobExplanation::jobId, JobExplanation::verdict)
                .containsExactlyInAnyOrder(
                        tuple(2L, Verdict.COUNTED), tuple(3L, Verdict.COUNTED), tuple(1L, Verdict.BLOCKED));
    }
}
