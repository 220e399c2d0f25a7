package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.JobBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests small jobs that prevent the start of a wide job. 30 nodes are in use; the maximum is 64 nodes. */
class AgingTest {

    private static final long HOUR = 3_600;

    @ParameterizedTest
    @CsvSource({"3599, 30, 1, BLOCKED", "3600, 64, 0, RESERVED"})
    void nodesAreReservedForAJobThatHasWaitedForTheAgingTime(long waited, long desired, long blocked, Verdict verdict) {
        ScalingDemand demand = demand(wide(NOW - waited), behind(NOW - 60));

        assertThat(pool(demand).desired()).isEqualTo(desired);
        assertThat(pool(demand).blockedJobs()).isEqualTo(blocked);
        assertThat(demand.jobs()).extracting(JobExplanation::verdict).containsExactly(verdict);
    }

    @Test
    void theExplanationNamesTheJobAndTheNodesThatAreReserved() {
        ScalingDemand demand = demand(wide(NOW - 2 * HOUR), behind(NOW - 60));

        assertThat(pool(demand).reasons())
                .contains("48 nodes reserved for a job: jobs behind it started while it waited")
                .contains("78 nodes needed, the maximum is 64");
        assertThat(demand.jobs().get(0).why())
                .isEqualTo(
                        "nodes are reserved for the job: it was pending for longer than the aging time while later jobs"
                                + " started");
    }

    @Test
    void nothingIsReservedBehindJobsThatStartedBefore() {
        assertThat(pool(demand(wide(NOW - 2 * HOUR), behind(NOW - 3 * HOUR))).desired())
                .isEqualTo(30);
    }

    @Test
    void nothingIsReservedBehindJobsOfAHigherPriority() {
        JobBuilder urgent = behind(NOW - 60).priority(9_999);

        assertThat(pool(demand(wide(NOW - 2 * HOUR), urgent)).desired()).isEqualTo(30);
    }

    /** The wide job misses 14 nodes. */
    @ParameterizedTest
    @CsvSource({"15, 64", "16, 30"})
    void nothingIsReservedIfTheJobWouldWaitForJobsAheadInAnyCase(int lastNode, long desired) {
        JobBuilder ahead = job(98).runningOn("cpu-[0-" + lastNode + "]").ran(NOW - 3 * HOUR, 0);

        assertThat(pool(demand(wide(NOW - 2 * HOUR), ahead, behind(NOW - 60))).desired())
                .isEqualTo(desired);
    }

    @ParameterizedTest
    @CsvSource({"7260, 64", "7261, 30"})
    void reservedNodesAreIdleForAtMostTheTimeLimitOfTheJob(long limitBehind, long desired) {
        ScalingDemand demand = demand(
                wide(NOW - 2 * HOUR).timeLimit(2 * HOUR), behind(NOW - 60).timeLimit(limitBehind));

        assertThat(pool(demand).desired()).isEqualTo(desired);
    }

    @Test
    void nothingIsReservedForJobsOnOtherNodes() {
        JobBuilder elsewhere = behind(NOW - 60).runningOn("other-0");

        assertThat(pool(demand(wide(NOW - 2 * HOUR), elsewhere)).desired()).isEqualTo(30);
    }

    @Test
    void nothingIsReservedForAJobThatAMaintenanceHoldsBack() {
        Instant start = Instant.ofEpochSecond(NOW + HOUR);
        Reservation upkeep =
                new Reservation("upkeep", start, start.plusSeconds(HOUR), 1, "cpu-0", 0, "", List.of("MAINT"));
        PoolDemand demand = ScalingInputBuilder.of(
                        TestPool.pool("cpu").between(0, 64).with(30, Condition.BUSY))
                .reservations(List.of(upkeep))
                .jobs(wide(NOW - 2 * HOUR).timeLimit(2 * HOUR), behind(NOW - 60))
                .first();

        assertThat(demand.desired()).isEqualTo(30);
    }

    @Test
    void anAgingTimeOfZeroReservesNothing() {
        ScalingDemand demand = demand(
                TestPool.withAgingTime(ScalingInput.Policy.DEFAULT, Duration.ZERO),
                wide(NOW - 100 * HOUR),
                behind(NOW - 60));

        assertThat(pool(demand).desired()).isEqualTo(30);
    }

    @Test
    void oneJobAtATimeGetsAReservation() {
        ScalingDemand demand = demand(wide(NOW - 3 * HOUR), wide(2, NOW - 2 * HOUR), behind(NOW - 60));

        assertThat(demand.jobs())
                .extracting(JobExplanation::verdict)
                .containsExactly(Verdict.RESERVED, Verdict.BLOCKED);
        assertThat(pool(demand).pendingNodes()).isEqualTo(48);
    }

    @Test
    void anArrayReservesForOneTask() {
        ScalingDemand demand = demand(wide(NOW - 2 * HOUR).array(1, 10, 0), behind(NOW - 60));

        assertThat(demand.jobs().get(0).counted()).isEqualTo(1);
        assertThat(pool(demand).pendingNodes()).isEqualTo(48);
        assertThat(pool(demand).pendingJobs()).isEqualTo(Map.of(PendingClass.ELIGIBLE, 10L));
        assertThat(pool(demand).blockedJobs()).isEqualTo(9);
    }

    /** Slurm gives each component nodes of its own. The last job shares a node of the second component. */
    @Test
    void allPartsOfAHeterogeneousJobGetTheirNodes() {
        ScalingDemand demand = demand(
                wide(NOW - 2 * HOUR).het(1),
                job(2).het(1).nodes(2),
                job(3).het(1).nodes(2),
                job(4).priority(1),
                behind(NOW - 60));

        assertThat(pool(demand).pendingNodes()).isEqualTo(52);
        assertThat(pool(demand).pendingJobs()).isEqualTo(Map.of(PendingClass.ELIGIBLE, 4L));
        assertThat(demand.jobs())
                .extracting(JobExplanation::verdict)
                .containsExactly(Verdict.RESERVED, Verdict.RESERVED, Verdict.RESERVED, Verdict.COUNTED);
    }

    @Test
    void aJobThatFitsAndAJobOfOneNodeNeedNoReservation() {
        assertThat(demand(wide(NOW - 2 * HOUR).nodes(20), behind(NOW - 60)).jobs())
                .extracting(JobExplanation::verdict)
                .containsExactly(Verdict.COUNTED);
        assertThat(demand(
                                wide(NOW - 2 * HOUR).nodes(34),
                                wide(2, NOW - HOUR).nodes(1).priority(500),
                                behind(NOW - 60).priority(1))
                        .jobs())
                .extracting(JobExplanation::verdict)
                .containsExactly(Verdict.COUNTED, Verdict.BLOCKED);
    }

    /** The wide job misses 14 nodes, and waits for at most its time limit of two hours. */
    @ParameterizedTest
    @CsvSource({"13, RESERVED", "12, BLOCKED"})
    void enoughNodesMustBecomeFreeInTime(int lastNode, Verdict verdict) {
        JobBuilder soon = behind(NOW - 60).runningOn("cpu-[0-" + lastNode + "]").timeLimit(HOUR);
        JobBuilder late =
                behind(NOW - 60).runningOn("cpu-[" + (lastNode + 1) + "-29]").timeLimit(9 * HOUR);

        assertThat(demand(wide(NOW - 2 * HOUR).timeLimit(2 * HOUR), soon, late).jobs())
                .extracting(JobExplanation::verdict)
                .containsExactly(verdict);
    }

    @Test
    void jobsBehindAReservationGetNoNewNodes() {
        ScalingDemand demand =
                demand(wide(NOW - 2 * HOUR), job(3).priority(1).nodes(1).exclusive(), behind(NOW - 60));

        assertThat(pool(demand).blockedJobs()).isEqualTo(1);
        assertThat(pool(demand).desired()).isEqualTo(64);
    }

    private static JobBuilder wide(long since) {
        return wide(1, since);
    }

    private static JobBuilder wide(long id, long since) {
        return job(id).nodes(48).exclusive().submittedAt(since).eligibleAt(since);
    }

    /** A running job that was submitted after the wide job, and holds all busy nodes. */
    private static JobBuilder behind(long startedAt) {
        return job(99).runningOn("cpu-[0-29]").submittedAt(startedAt - 1).ran(startedAt, 0);
    }

    private static ScalingDemand demand(JobBuilder... jobs) {
        return demand(ScalingInput.Policy.DEFAULT, jobs);
    }

    private static ScalingDemand demand(ScalingInput.Policy policy, JobBuilder... jobs) {
        TestPool pool =
                TestPool.pool("cpu").between(0, 64).with(30, Condition.BUSY).with(34, Condition.IDLE);
        return ScalingInputBuilder.of(pool).policy(policy).jobs(jobs).demand();
    }

    private static PoolDemand pool(ScalingDemand demand) {
        return demand.pools().get(0);
    }
}
