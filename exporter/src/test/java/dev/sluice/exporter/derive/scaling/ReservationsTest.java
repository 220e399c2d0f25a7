package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.GIBIBYTE;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.node.NodeResources;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests jobs with reservations, on nodes with 96 CPUs. The expected values are calculated by hand. */
class ReservationsTest {

    private static final NodeResources HALF = new NodeResources(48, 100 * GIBIBYTE, GpuCounts.NONE);

    private static Member node(int ordinal, Condition condition, NodeResources free, boolean reserved) {
        return MemberBuilder.member("cpu-" + ordinal, condition)
                .ordinal(ordinal)
                .free(free)
                .reserved(reserved)
                .build();
    }

    private static JobBuilder in(String reservation, long id) {
        return job(id).placement(JobPlacement.reserved(reservation));
    }

    private static Reservation reservation(String nodes, String... flags) {
        return new Reservation("pond", Instant.EPOCH, Instant.MAX, 1, nodes, 0, "", List.of(flags));
    }

    private static ScalingDemand demand(TestPool pool, Reservation reservation, JobBuilder... jobs) {
        return ScalingInputBuilder.of(pool)
                .jobs(jobs)
                .reservations(List.of(reservation))
                .demand();
    }

    private static long desired(TestPool pool, Reservation reservation, JobBuilder... jobs) {
        return demand(pool, reservation, jobs).pools().get(0).desired();
    }

    @Test
    void noNodeIsStartedForAJobWhoseReservationIsFull() {
        TestPool full = pool("cpu").with(node(0, Condition.BUSY, NodeResources.NONE, true));
        ScalingDemand demand = demand(full, reservation("cpu-0"), in("pond", 1));

        assertThat(demand.pools().get(0).desired()).isEqualTo(1);
        assertThat(demand.pools().get(0).blockedJobs()).isZero();
        assertThat(demand.pools().get(0).pendingJobs()).isEqualTo(Map.of(PendingClass.WAITING, 1L));
        assertThat(demand.jobs().get(0).verdict()).isEqualTo(Verdict.RESERVATION_FULL);
        assertThat(demand.jobs().get(0).pendingClass()).isEqualTo(PendingClass.WAITING);
    }

    @Test
    void aReservedNodeHasRoomForItsReservationAloneAndOtherNodesHaveNone() {
        TestPool mixed = pool("cpu").with(node(0, Condition.BUSY, HALF, true));

        assertThat(desired(mixed, reservation("cpu-0"), in("pond", 1).tasks(48)))
                .isEqualTo(1);
        assertThat(desired(mixed, reservation("cpu-0"), job(1).tasks(48))).isEqualTo(2);
        TestPool other = pool("cpu")
                .with(node(0, Condition.BUSY, HALF, false))
                .with(node(1, Condition.UNUSABLE, NodeResources.NONE, true));

        assertThat(desired(other, reservation("cpu-1"), in("pond", 1).tasks(48)))
                .isEqualTo(2);
    }

    @Test
    void jobsOfAReservationShareItsNodes() {
        TestPool two = pool("cpu")
                .with(node(0, Condition.UNUSABLE, NodeResources.NONE, true))
                .with(node(1, Condition.UNUSABLE, NodeResources.NONE, true));
        JobBuilder[] three = {
            in("pond", 1).tasks(48), in("pond", 2).tasks(48), in("pond", 3).tasks(60)
        };
        JobBuilder[] four = {three[0], three[1], three[2], in("pond", 4).tasks(60)};

        assertThat(desired(two, reservation("cpu-[0-1]"), three[0], three[1])).isEqualTo(1);
        assertThat(desired(two, reservation("cpu-[0-1]"), three)).isEqualTo(2);
        assertThat(desired(two, reservation("cpu-[0-1]"), four)).isEqualTo(2);
    }

    @Test
    void thereAreAsManyNodesThatThoseOfTheReservationAreAmongThem() {
        TestPool away = pool("cpu").with(3, Condition.GHOST);

        assertThat(desired(away, reservation("cpu-[1-2]"), in("pond", 1))).isEqualTo(2);
        assertThat(desired(away, reservation("cpu-2"), in("pond", 1))).isEqualTo(3);
        // Other jobs have other nodes.
        assertThat(desired(away, reservation("cpu-0"), in("pond", 1), job(2), job(3)))
                .isEqualTo(2);
    }

    @Test
    void aNodeThatIsThereGoesBeforeOneThatWouldHaveToCome() {
        TestPool one = pool("cpu")
                .with(node(0, Condition.GHOST, NodeResources.NONE, false))
                .with(node(1, Condition.UNUSABLE, NodeResources.NONE, true));
        ScalingDemand demand = demand(one, reservation("cpu-[0-1]"), in("pond", 1));

        assertThat(demand.pools().get(0).pendingNodes()).isEqualTo(1);
        assertThat(demand.pools().get(0).desired()).isEqualTo(2);
    }

    @Test
    void aReservedNodeThatIsDownServesNobody() {
        TestPool down = pool("cpu").with(node(0, Condition.UNUSABLE, NodeResources.NONE, false));

        assertThat(verdict(down, "cpu-0")).isEqualTo(Verdict.RESERVATION_FULL);
    }

    private static Verdict verdict(TestPool pool, String reserved) {
        return demand(pool, reservation(reserved), in("pond", 1)).jobs().get(0).verdict();
    }

    @Test
    void aJobOfSeveralReservationsHasTheNodesOfEach() {
        TestPool away = pool("cpu").with(4, Condition.GHOST);
        Reservation lake = new Reservation("lake", Instant.EPOCH, Instant.MAX, 1, "cpu-3", 0, "", List.of());
        ScalingInputBuilder input = ScalingInputBuilder.of(away).jobs(in("pond,lake", 1));

        assertThat(input.reservations(List.of(reservation("cpu-2"), lake))
                        .first()
                        .desired())
                .isEqualTo(3);
        assertThat(input.reservations(List.of(lake)).first().desired()).isEqualTo(1);
    }

    @Test
    void aReservationThatIsNotOfNodesOrNotBindingLimitsNothing() {
        TestPool full = pool("cpu").with(node(0, Condition.BUSY, NodeResources.NONE, true));

        assertThat(desired(full, reservation("cpu-0", "FLEX"), in("pond", 1))).isEqualTo(2);
        assertThat(desired(full, reservation(""), in("pond", 1))).isEqualTo(2);
        assertThat(desired(full, reservation("cpu-0"), in("lake", 1))).isEqualTo(2);
    }

    @Test
    void aPoolWithoutANodeOfTheReservationIsNoneOfItsJobs() {
        assertThat(verdict(pool("cpu").with(2, Condition.IDLE), "gpu-0")).isEqualTo(Verdict.UNKNOWN_NODES);
    }
}
