package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests jobs that are larger than each NodeSet of partition all: lark has a maximum of 8 nodes, swift of 4 nodes. */
class SeveralPoolsTest {

    private final TestPool lark = pool("lark").in("all").between(0, 8);
    private final TestPool swift = pool("swift").in("all").between(0, 4);

    private static JobBuilder wide(long id, long nodes) {
        return job(id).priority(100 - id).in("all").nodes(nodes).tasks(nodes);
    }

    private ScalingDemand demand(JobBuilder... jobs) {
        return ScalingInputBuilder.of(List.of(lark.build(), swift.build()))
                .jobs(jobs)
                .demand();
    }

    private List<Long> desired(JobBuilder... jobs) {
        return demand(jobs).pools().stream().map(PoolDemand::desired).toList();
    }

    @Test
    void aJobGetsTheNodesOfBoth() {
        JobExplanation explained = demand(wide(1, 10)).jobs().get(0);

        assertThat(desired(wide(1, 10))).containsExactly(8L, 2L);
        assertThat(desired(wide(1, 10).exclusive())).containsExactly(8L, 2L);
        assertThat(explained.verdict()).isEqualTo(Verdict.COUNTED);
        assertThat(explained.newNodes()).isEqualTo(10);
        assertThat(explained.nodesEach()).isEqualTo(10);
        assertThat(demand(wide(1, 10)).pools().get(1).reasons())
                .contains("a job of several NodeSets needs 2 nodes beyond the 0 busy");
    }

    @Test
    void aJobThatFitsOnOneStaysThere() {
        assertThat(desired(wide(1, 8))).containsExactly(8L, 0L);
        assertThat(desired(wide(1, 10).exclusive(), wide(2, 2).exclusive())).containsExactly(8L, 4L);
    }

    @Test
    void idleNodesComeBeforeNewNodes() {
        swift.with(2, Condition.IDLE).with(2, Condition.STARTING);

        assertThat(desired(wide(1, 10))).containsExactly(6L, 4L);
    }

    @Test
    void newNodesComeFromTheCheaperNodeSet() {
        lark.cost(2);
        swift.cost(1);

        assertThat(desired(wide(1, 10))).containsExactly(6L, 4L);
        assertThat(demand(wide(1, 10)).jobs().get(0).pool()).contains(TestPool.nameOf("lark"));
    }

    @Test
    void aNodeSetWithLargerNodesNeedsFewer() {
        swift.of(TestPool.shape(192, 384 * TestPool.GIBIBYTE, GpuCounts.NONE));

        // 8 nodes run 768 of the 1,000 tasks, and 232 tasks need two nodes with 192 CPUs.
        assertThat(desired(job(1).in("all").tasks(1_000))).containsExactly(8L, 2L);
    }

    @Test
    void aJobWaitsWhileBothLackRoom() {
        lark.with(3, Condition.BUSY);
        ScalingDemand demand = demand(wide(1, 10));

        assertThat(demand.jobs().get(0).verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(demand.pools().get(0).blockedJobs() + demand.pools().get(1).blockedJobs())
                .isEqualTo(1);
        assertThat(desired(wide(1, 10))).containsExactly(3L, 0L);
    }

    @Test
    void aJobThatIsLargerThanBothIsImpossible() {
        JobExplanation explained = demand(wide(1, 13)).jobs().get(0);

        assertThat(explained.verdict()).isEqualTo(Verdict.IMPOSSIBLE);
        assertThat(explained.cause()).contains(UnsatisfiableCause.TOO_MANY_NODES);
        assertThat(desired(wide(1, 13))).containsExactly(0L, 0L);
    }

    @Test
    void nodeSetsOfDifferentPartitionsDoNotAddUp() {
        swift.in("other");

        assertThat(demand(wide(1, 10).in("all,other")).jobs().get(0).verdict()).isEqualTo(Verdict.IMPOSSIBLE);
    }

    @Test
    void arrayTasksAndRequeuedJobsCount() {
        lark.between(0, 16);
        swift.between(0, 8);

        assertThat(desired(wide(1, 20).array(1, 2, 0))).containsExactly(16L, 4L);
        lark.with(16, Condition.BUSY);
        swift.with(4, Condition.BUSY);
        JobBuilder requeued = wide(1, 20)
                .state(JobState.PENDING, JobState.COMPLETING)
                .allocation(Tres.NONE, "lark-[0-15],swift-[0-3]");
        assertThat(desired(requeued)).containsExactly(16L, 4L);
        assertThat(demand(requeued).jobs().get(0).verdict()).isEqualTo(Verdict.REQUEUED);
        assertThat(desired(requeued.allocation(Tres.NONE, "lark-[0-11],swift-[0-3]")))
                .as("4 more nodes")
                .containsExactly(16L, 8L);
    }

    @ParameterizedTest
    @CsvSource({"0, BLOCKED, 3, 2", "2, BLOCKED, 2, 1", "1, LIMIT, 1, 0"})
    void tasksOverTheLimitOfTheArrayWait(long limit, Verdict verdict, long eligible, long blocked) {
        ScalingDemand demand = demand(wide(1, 10).exclusive().array(1, 3, limit));

        assertThat(demand.jobs().get(0).verdict()).isEqualTo(verdict);
        assertThat(demand.jobs().get(0).counted()).isEqualTo(1);
        assertThat(demand.pools().get(0).blockedJobs()).isEqualTo(blocked);
        assertThat(demand.pools().get(0).pendingJobs().get(PendingClass.ELIGIBLE))
                .isEqualTo(eligible);
        assertThat(demand.pools().get(0).pendingJobs().getOrDefault(PendingClass.WAITING, 0L))
                .isEqualTo(3 - eligible);
    }

    @Test
    void aJobThatALimitRefusesOrThatOtherNodesFitCountsNothing() {
        Qos small = new Qos(
                "normal", 0, List.of(), 1, List.of(), List.of(new Limit(LimitKind.MAX_TRES_PER_JOB, "node", 9)));
        FixedNodes twenty = new FixedNodes(Set.of("all"), TestPool.shape(96, 0, GpuCounts.NONE), 20);
        ScalingInputBuilder input =
                ScalingInputBuilder.of(List.of(lark.build(), swift.build())).jobs(wide(1, 10));

        assertThat(input.fixed(List.of(twenty)).firstJob().verdict()).isEqualTo(Verdict.ELSEWHERE);
        JobExplanation limited = input.fixed(List.of())
                .limits(Constraints.UNKNOWN.withLimits(List.of(small), List.of()))
                .firstJob();
        assertThat(limited.cause()).contains(UnsatisfiableCause.ABOVE_LIMIT);
    }

    @Test
    void aJobThatIsLargerThanTodaysMachinesWaits() {
        TestPool machines = pool("daemons")
                .in("all")
                .with(2, Condition.IDLE)
                .notScalable("its machines decide", 2)
                .between(0, 2);
        List<JobExplanation> jobs = ScalingInputBuilder.of(machines)
                .partitions(List.of(PartitionBuilder.partition("all")
                        .of("daemons-[0-2]", "")
                        .build()))
                .jobs(wide(1, 3), wide(2, 4))
                .demand()
                .jobs();

        assertThat(jobs.get(0).pendingClass()).isEqualTo(PendingClass.WAITING);
        assertThat(jobs.get(0).why()).isEqualTo("needs 3 nodes, the NodeSet has 2 machines now");
        assertThat(jobs.get(1).cause()).contains(UnsatisfiableCause.TOO_MANY_NODES);
        assertThat(ScalingInputBuilder.of(machines.between(0, 4))
                        .jobs(wide(2, 4))
                        .demand()
                        .jobs())
                .extracting(JobExplanation::verdict)
                .containsExactly(Verdict.TOO_FEW_MACHINES);
    }
}
