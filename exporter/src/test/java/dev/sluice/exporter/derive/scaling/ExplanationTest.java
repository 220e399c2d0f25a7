package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.demand;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.ScalingDemand.PartitionDemand;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the explanations for users. */
class ExplanationTest {

    @Test
    void explainsAJobOfAPartitionWithoutAPool() {
        ScalingDemand demand =
                ScalingInputBuilder.of(pool("cpu")).jobs(job(1).in("other")).demand();

        assertThat(demand.jobs().get(0).pool()).isEmpty();
        assertThat(demand.jobs().get(0).why()).isEqualTo("no NodeSet has the job's partitions");
        assertThat(demand.pools().get(0).pendingJobs()).isEmpty();
    }

    @Test
    void saysThatTheAutoscalerIsPaused() {
        PoolDemand demand = demand(pool("cpu").paused(ScaleLimit.Direction.UP, ScaleLimit.Direction.DOWN), job(1));

        assertThat(demand.desired()).isEqualTo(1);
        assertThat(demand.reasons()).contains("autoscaling is paused (down, up)");
    }

    @ParameterizedTest
    @CsvSource({
        "COUNTED, tasks 4 counted 4, the job is counted",
        "COUNTED, tasks 4 counted 3, 3 of 4 tasks are counted",
        "BLOCKED, tasks 4 counted 0, the job does not fit below the maximum while other jobs run",
        "BLOCKED, tasks 4 counted 1, only 1 of 4 tasks fit below the maximum",
        "LIMIT, tasks 1, the array's task limit is reached",
        "LIMIT, tasks 4 counted 1, the array's task limit lets 1 of 4 tasks start now",
        "TOO_FEW_MACHINES, nodesEach 2 machines 1, 'needs 2 nodes, the NodeSet has 1 machine now'",
        "NOT_HELPED, machines 0, idle nodes did not help",
        "NOT_HELPED, machines 1, 1 more node did not help"
    })
    void saysWhatDecided(Verdict verdict, String numbers, String why) {
        assertThat(Demands.job(1, "Resources", "cpu", verdict, numbers).why()).isEqualTo(why);
    }

    @Test
    void saysHowManyPodsTheOperatorHasNotCreated() {
        TestPool pool = pool("cpu").replicas(4).with(2, Condition.IDLE).with(3, Condition.GHOST);

        assertThat(demand(pool).reasons()).contains("2 pods not created by the operator");
        assertThat(demand(pool.replicas(2)).reasons()).containsExactly("0 nodes busy, no pending job needs more");
        assertThat(demand(pool.notScalable("DaemonSet mode", 4)).reasons())
                .doesNotContain("2 pods not created by the operator");
    }

    @Test
    void theDemandHasTheSettingsAndTheNodesOfItsPool() {
        Member unusable = MemberBuilder.member("cpu-0", Condition.UNUSABLE)
                .outOfService(Optional.of(NodeReason.OTHER))
                .build();
        PoolDemand demand = demand(pool("cpu")
                .between(1, 9)
                .replicas(3)
                .paused(ScaleLimit.Direction.UP)
                .with(unusable)
                .with(Condition.BUSY, true, NodeResources.NONE)
                .with(Condition.BUSY, true, NodeResources.NONE));

        assertThat(demand)
                .returns(1L, PoolDemand::min)
                .returns(9L, PoolDemand::max)
                .returns(3L, PoolDemand::replicas)
                .returns(2L, pool -> pool.nodes().draining())
                .returns(1L, pool -> pool.nodes().unusable())
                .returns(Set.of(ScaleLimit.Direction.UP), PoolDemand::paused);
    }

    @Test
    void aPartitionHasTheJobsThatAreAssignedThroughIt() {
        ScalingDemand demand = ScalingInputBuilder.of(pool("cpu"), pool("gpu"))
                .jobs(
                        job(1).array(1, 3, 0).exclusive().eligibleAt(NOW),
                        job(2).exclusive().eligibleAt(NOW - 60),
                        job(3).exclusive().reason("BeginTime").eligibleAt(NOW + 1),
                        job(4).reason("Dependency").eligibleAt(0),
                        job(5).in(""))
                .demand();

        assertThat(demand.partitions())
                .extracting(
                        PartitionDemand::partition,
                        PartitionDemand::pendingNodes,
                        PartitionDemand::pendingJobs,
                        PartitionDemand::oldestEligibleAt)
                .containsExactly(
                        tuple(
                                "cpu",
                                4L,
                                Map.of(PendingClass.ELIGIBLE, 4L, PendingClass.WAITING, 2L),
                                Map.of(PendingClass.ELIGIBLE, NOW - 60)),
                        tuple("gpu", 0L, Map.of(), Map.of()));
        assertThat(PartitionDemand.of(Set.of(), demand.jobs().subList(0, 1), NOW))
                .extracting(PartitionDemand::partition)
                .containsExactly("cpu");
    }

    @Test
    void saysWhyInSentences() {
        PoolDemand demand =
                demand(pool("cpu").with(9, Condition.BUSY), job(1).nodes(3).exclusive(), job(2).reason("Dependency"));

        assertThat(demand.reasons())
                .containsExactly("1 job needs 3 nodes beyond the 9 busy", "1 job not helped by nodes");
    }
}
