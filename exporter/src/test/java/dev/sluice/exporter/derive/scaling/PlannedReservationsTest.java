package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests planned reservations. slurmctld starts no job on a node if the job could overlap a reservation of other users,
 * for example a maintenance.
 */
class PlannedReservationsTest {

    private static final long HOUR = 3_600;

    private static PoolDemand demand(TestPool pool, long startsIn, String nodes, JobBuilder job, String... flags) {
        Instant start = Instant.ofEpochSecond(NOW + startsIn);
        return ScalingInputBuilder.of(pool)
                .reservations(List.of(new Reservation(
                        "upkeep",
                        start,
                        start.plusSeconds(HOUR),
                        2,
                        nodes,
                        0,
                        "batch",
                        Stream.concat(Stream.of("MAINT"), Stream.of(flags)).toList())))
                .jobs(job)
                .first();
    }

    private static JobBuilder twoHours() {
        return job(1).timeLimit(2 * HOUR).exclusive();
    }

    @Test
    void idleNodesOfAMaintenanceToComeAreNoRoomForAJobThatWouldRunIntoIt() {
        TestPool idle = pool("cpu").with(2, Condition.IDLE);

        assertThat(demand(idle, HOUR, "cpu-[0-1]", twoHours()).desired()).isEqualTo(3);
        assertThat(demand(idle, HOUR, "cpu-0", twoHours()).desired()).isEqualTo(2);
        assertThat(demand(idle, HOUR, "cpu-[0-1]", job(1).exclusive()).desired())
                .isEqualTo(3);
        // A job that ends before the maintenance has room.
        assertThat(demand(idle, 2 * HOUR, "cpu-[0-1]", twoHours()).desired()).isEqualTo(1);
        assertThat(demand(idle, 2 * HOUR - 1, "cpu-[0-1]", twoHours()).desired())
                .isEqualTo(3);
    }

    /** slurmctld shortens the time limit of a job with {@code --time-min}. */
    @Test
    void aJobThatCanEndBeforeTheMaintenanceHasThem() {
        TestPool idle = pool("cpu").between(0, 2).with(2, Condition.IDLE);
        JobPlacement tenMinutes = new JobPlacement(0, 0, 0, 0, false, "", 0, 0, GresCounts.NONE, List.of(), 600);

        assertThat(demand(idle, HOUR, "cpu-[0-1]", twoHours()).desired()).isZero();
        assertThat(demand(idle, HOUR, "cpu-[0-1]", twoHours().placement(tenMinutes))
                        .desired())
                .isEqualTo(1);
        assertThat(demand(idle, 599, "cpu-[0-1]", twoHours().placement(tenMinutes))
                        .desired())
                .isZero();
    }

    @Test
    void aJobOfTheReservationHasThemAlsoOfAFlexibleReservation() {
        JobPlacement upkeep = JobPlacement.reserved("upkeep");
        TestPool idle = pool("cpu").with(2, Condition.IDLE);
        assertThat(demand(idle, HOUR, "cpu-[0-1]", twoHours().placement(upkeep)).desired())
                .isEqualTo(1);

        JobPlacement own = JobPlacement.reserved("own");
        Instant start = Instant.ofEpochSecond(NOW + HOUR);

        PoolDemand demand = ScalingInputBuilder.of(idle)
                .reservations(List.of(
                        new Reservation("own", start, start.plusSeconds(HOUR), 2, "cpu-[0-1]", 0, "", List.of("FLEX"))))
                .jobs(twoHours().placement(own))
                .first();

        assertThat(demand.desired()).isEqualTo(1);
    }

    @Test
    void noNodeIsStartedWhereTheMaintenanceHasAllThatThereCanBe() {
        PoolDemand away = demand(pool("cpu").between(0, 4).with(4, Condition.GHOST), HOUR, "cpu-[0-3]", twoHours());
        PoolDemand idle = demand(pool("cpu").between(0, 2).with(2, Condition.IDLE), HOUR, "cpu-[0-1]", twoHours());

        assertThat(away.desired()).isZero();
        assertThat(away.blockedJobs()).isEqualTo(1);
        assertThat(idle.desired()).isZero();
    }

    @Test
    void nodesOfAMaintenanceInForceAreNoRoomAndAreNotReplacedByFurtherOnes() {
        TestPool pool = pool("cpu").between(0, 4).with(2, Condition.UNUSABLE).with(2, Condition.GHOST);

        assertThat(demand(pool, -60, "cpu-[0-3]", twoHours()).desired()).isZero();
        assertThat(demand(pool, -60, "cpu-[0-1]", twoHours()).desired()).isEqualTo(3);
        assertThat(demand(pool, -2 * HOUR, "cpu-[0-3]", twoHours()).desired()).isEqualTo(3);
    }

    @Test
    void noNodeIsStartedForAJobThatAReservationOfAllNodesHoldsBack() {
        TestPool idle = pool("cpu").between(0, 8).with(2, Condition.IDLE);

        PoolDemand held = demand(idle, HOUR, "cpu-[0-1]", twoHours(), "ALL_NODES");
        assertThat(held.desired()).isZero();
        assertThat(held.pendingJobs()).containsExactly(Map.entry(PendingClass.WAITING, 1L));
        assertThat(demand(idle, 2 * HOUR, "cpu-[0-1]", twoHours(), "ALL_NODES").desired())
                .isEqualTo(1);
        assertThat(demand(idle, HOUR, "cpu-[0-1]", twoHours().in("batch"), "PART_NODES")
                        .desired())
                .isZero();
        assertThat(demand(idle, HOUR, "cpu-[0-1]", twoHours(), "PART_NODES").desired())
                .isEqualTo(3);
    }

    @Test
    void nodesThatWereNotReservedAreStartedPastThoseThatAre() {
        TestPool away = pool("cpu").between(0, 4).with(3, Condition.GHOST);

        // Pods are added in the order of their ordinals.
        assertThat(demand(away, HOUR, "cpu-[0-1]", twoHours()).desired()).isEqualTo(3);
        assertThat(demand(away, HOUR, "cpu-[0-2]", twoHours()).desired()).isEqualTo(4);
        assertThat(demand(away, HOUR, "cpu-[1-2]", twoHours()).desired()).isEqualTo(1);
    }
}
