package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.model.job.JobBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the reasons for a pool's desired number of nodes, and the cases without reasons. */
class ReasonsTest {

    @Test
    void countsBusyNodesWhereNoJobWaits() {
        assertThat(of(pool("cpu").with(2, Condition.BUSY))).containsExactly("2 nodes busy, no pending job needs more");
        assertThat(of(pool("cpu").with(1, Condition.BUSY))).containsExactly("1 node busy, no pending job needs more");
    }

    @Test
    void countsJobsAndTheNodesThatTheyNeed() {
        assertThat(of(pool("cpu").with(1, Condition.BUSY), job(1).exclusive()))
                .containsExactly("1 job needs 1 node beyond the 1 busy");
        assertThat(of(pool("cpu"), job(1).nodes(2).exclusive(), job(2).nodes(2).exclusive()))
                .containsExactly("2 jobs need 4 nodes beyond the 0 busy");
    }

    @ParameterizedTest
    @CsvSource({"2, ''", "3, ''", "4, '4 nodes needed, the maximum is 3'"})
    void namesTheMaximumWhereMoreIsNeededAndNotWhereItIsReached(int spares, String said) {
        ScalingInput.Policy policy = TestPool.policy(spares, true);
        PoolDemand demand = demand(pool("cpu").between(0, 3), policy);

        assertThat(demand.desired()).isEqualTo(Math.min(spares, 3));
        assertThat(demand.reasons().subList(2, demand.reasons().size()))
                .isEqualTo(said.isEmpty() ? List.of() : List.of(said));
    }

    @ParameterizedTest
    @CsvSource({"1, 2, '1 node needed, the minimum is 2'", "2, 2, ''", "3, 3, ''"})
    void namesTheMinimumWhereLessIsNeededAndNotWhereItIsReached(int needed, long desired, String said) {
        PoolDemand demand = demand(
                pool("cpu").between(2, 9),
                ScalingInput.Policy.DEFAULT,
                job(1).nodes(needed).exclusive());

        assertThat(demand.desired()).isEqualTo(desired);
        assertThat(demand.reasons().subList(1, demand.reasons().size()))
                .isEqualTo(said.isEmpty() ? List.of() : List.of(said));
    }

    @Test
    void staysWithinAMaximumBelowTheMinimum() {
        assertThat(demand(pool("cpu").between(5, 3), ScalingInput.Policy.DEFAULT)
                        .desired())
                .isEqualTo(3);
        assertThat(demand(pool("cpu").between(-1, -2), ScalingInput.Policy.DEFAULT)
                        .desired())
                .isZero();
    }

    @Test
    void countsSparesAndWhatIsReplaced() {
        ScalingInput.Policy policy = TestPool.policy(1, true);
        ScalingInput.Policy keeping = TestPool.policy(0, false);
        TestPool pool = pool("cpu").with(1, Condition.UNUSABLE);

        assertThat(demand(pool, policy, job(1).exclusive()).reasons())
                .containsExactly(
                        "1 job needs 1 node beyond the 0 busy",
                        "1 node to spare",
                        "1 node that cannot take work, replaced");
        assertThat(demand(pool, policy, job(1).exclusive()).desired()).isEqualTo(3);
        assertThat(demand(pool, keeping, job(1).exclusive()).reasons())
                .containsExactly("1 job needs 1 node beyond the 0 busy");
        assertThat(demand(pool, keeping, job(1).exclusive()).desired()).isEqualTo(1);
    }

    @Test
    void namesTheOrdinalThatAJobAsksForWhereItIsBeyondTheNumber() {
        TestPool pool = pool("cpu").with(3, Condition.IDLE);

        assertThat(of(pool, job(1).exclusive().requiring("cpu-2")))
                .containsExactly(
                        "1 job needs 1 node beyond the 0 busy",
                        "jobs ask by name or reservation for the node with ordinal 2");
        assertThat(of(pool, job(1).exclusive().requiring("cpu-0")))
                .containsExactly("1 job needs 1 node beyond the 0 busy");
    }

    @Test
    void namesTheHighestBusyPodWhereAStatefulSetKeepsItForThat() {
        assertThat(of(pool("cpu").statefulSet().with(2, Condition.IDLE).with(1, Condition.BUSY)))
                .containsExactly("1 node busy, no pending job needs more", "the pod with ordinal 2 is busy");
        assertThat(of(pool("cpu").statefulSet().with(1, Condition.BUSY).with(2, Condition.IDLE)))
                .containsExactly("1 node busy, no pending job needs more");
        assertThat(of(pool("cpu").statefulSet().with(2, Condition.IDLE)))
                .containsExactly("0 nodes busy, no pending job needs more");
    }

    @Test
    void countsJobsThatNodesDoNotHelp() {
        assertThat(of(
                        pool("cpu").between(0, 3),
                        job(1).reason("Dependency"),
                        job(2).reason("SomethingNew"),
                        job(3).nodes(4)))
                .containsExactly(
                        "0 nodes busy, no pending job needs more",
                        "1 job not helped by nodes",
                        "1 job with an unknown reason",
                        "1 job impossible: too_many_nodes");
    }

    @Test
    void countsJobsForWhichThereIsNoRoomYet() {
        assertThat(of(
                        pool("cpu").between(0, 2).with(1, Condition.BUSY),
                        job(1).nodes(2).exclusive()))
                .containsExactly(
                        "1 node busy, no pending job needs more",
                        "1 job does not fit below the maximum while other jobs run");
    }

    @Test
    void saysWhyItsNumberIsNotSet() {
        PoolDemand demand = demand(
                pool("cpu").notScalable("it belongs to somebody else", 7).with(1, Condition.BUSY),
                ScalingInput.Policy.DEFAULT);

        assertThat(demand.desired()).isEqualTo(7);
        assertThat(demand.reasons())
                .containsExactly(
                        "1 node busy, no pending job needs more", "its number is not set: it belongs to somebody else");
    }

    private static List<String> of(TestPool pool, JobBuilder... jobs) {
        return demand(pool, ScalingInput.Policy.DEFAULT, jobs).reasons();
    }

    private static PoolDemand demand(TestPool pool, ScalingInput.Policy policy, JobBuilder... jobs) {
        return ScalingInputBuilder.of(pool).policy(policy).jobs(jobs).first();
    }
}
