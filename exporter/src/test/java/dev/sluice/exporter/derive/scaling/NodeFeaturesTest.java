package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.GIBIBYTE;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.derive.scaling.TestPool.shape;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.node.NodeResources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests jobs with {@code --constraint} on a NodeSet of nodes with 96 CPUs. Some nodes have the feature "old", and some
 * nodes have the feature "fresh".
 */
class NodeFeaturesTest {

    private static final NodeShape OLD = shape(96, 384 * GIBIBYTE, GpuCounts.NONE, "cpu", "old");
    private static final NodeShape FRESH = shape(96, 384 * GIBIBYTE, GpuCounts.NONE, "cpu", "fresh");

    private static TestPool both(Member... members) {
        TestPool pool = pool("cpu").of(FRESH, OLD);
        for (Member member : members) {
            pool.with(member);
        }
        return pool;
    }

    private static Member node(int ordinal, Condition condition, long freeCpus, NodeShape like) {
        return MemberBuilder.member("cpu-" + ordinal, condition)
                .ordinal(ordinal)
                .free(new NodeResources(freeCpus, 384 * GIBIBYTE, GpuCounts.NONE))
                .features(like.features().toArray(String[]::new))
                .build();
    }

    private static long desired(TestPool pool, JobBuilder job) {
        return TestPool.demand(pool, job).desired();
    }

    @Test
    void anIdleNodeThatLacksTheFeatureIsNoRoom() {
        TestPool old = both(node(0, Condition.IDLE, 96, OLD));

        assertThat(desired(old, job(1).tasks(4).features("old"))).isEqualTo(1);
        assertThat(desired(old, job(1).tasks(4))).isEqualTo(1);
        assertThat(desired(old, job(1).tasks(4).features("fresh"))).isEqualTo(2);
        assertThat(desired(old, job(1).tasks(4).features("fresh|old"))).isEqualTo(1);
    }

    @Test
    void roomOfABusyNodeThatLacksTheFeatureIsNoRoom() {
        TestPool old = both(node(0, Condition.BUSY, 48, OLD));

        assertThat(desired(old, job(1).tasks(4).features("old"))).isEqualTo(1);
        assertThat(desired(old, job(1).tasks(4).features("fresh"))).isEqualTo(2);
    }

    @Test
    void nodesThatHaveItAreUsedFirst() {
        TestPool mixed = both(node(0, Condition.IDLE, 96, OLD), node(1, Condition.IDLE, 96, FRESH));

        assertThat(desired(mixed, job(1).tasks(4).features("fresh"))).isEqualTo(1);
        assertThat(desired(mixed, job(1).nodes(2).features("fresh"))).isEqualTo(3);
    }

    /** Four of the nodes are old. The fifth node is fresh. */
    @Test
    void eachCountOfAConstraintNeedsNodesWithTheFeature() {
        JobBuilder job = job(1).nodes(2).tasks(2).features("[old*1&fresh*1]");
        TestPool pool = both();

        assertThat(desired(pool, job)).isEqualTo(2);
        assertThat(desired(pool, job(1).nodes(3).features("[fresh*2]"))).isEqualTo(3);
        for (int ordinal = 0; ordinal < 4; ordinal++) {
            pool.with(node(ordinal, Condition.IDLE, 96, OLD));
        }
        assertThat(desired(pool, job)).isEqualTo(5);
        pool.with(node(4, Condition.IDLE, 96, FRESH));
        assertThat(desired(pool, job)).isEqualTo(2);
        assertThat(desired(pool, job(1).nodes(3).tasks(3).features("[fresh*2]")))
                .isEqualTo(6);
    }

    /** One of the nodes is busy. Each task needs an old node and a fresh node. */
    @ParameterizedTest
    @CsvSource({"2, 2, 2", "3, 3, 2", "4, 4, 1", "6, 6, 0"})
    void aTaskThatLacksANodeTakesNone(long max, long desired, long blocked) {
        PoolDemand demand = TestPool.demand(
                both(node(0, Condition.BUSY, 0, OLD)).between(0, max),
                job(1).nodes(2).exclusive().array(1, 2, 0).features("[old*1&fresh*1]"),
                job(2).priority(1).exclusive());

        assertThat(demand.desired()).isEqualTo(desired);
        assertThat(demand.blockedJobs()).isEqualTo(blocked);
    }

    @Test
    void whatAJobExcludesByNameComesOnTop() {
        TestPool mixed = both(node(0, Condition.IDLE, 96, OLD), node(1, Condition.IDLE, 96, FRESH));

        assertThat(desired(mixed, job(1).tasks(4).features("fresh").excluding("cpu-1")))
                .isEqualTo(3);
    }

    @Test
    void aNodeThatIsAwayMayComeBackWithOtherFeatures() {
        TestPool away = both(node(0, Condition.GHOST, 0, OLD));

        assertThat(desired(away, job(1).tasks(4).features("fresh"))).isEqualTo(1);
    }

    @Test
    void ofNodesOfOneKindNothingChanges() {
        TestPool alike = pool("cpu").of(OLD).with(node(0, Condition.IDLE, 96, OLD));

        assertThat(desired(alike, job(1).tasks(4).features("old"))).isEqualTo(1);
        assertThat(desired(alike, job(1).tasks(4).features("fresh"))).isZero();
    }
}
