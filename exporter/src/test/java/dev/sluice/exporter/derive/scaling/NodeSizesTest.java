package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.GIBIBYTE;
import static dev.sluice.exporter.derive.scaling.TestPool.assertDesired;
import static dev.sluice.exporter.derive.scaling.TestPool.demand;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.derive.scaling.TestPool.shape;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests a NodeSet with different node sizes, for example because Karpenter selects the machines. */
class NodeSizesTest {

    private static final NodeShape SMALL = shape(16, 64 * GIBIBYTE, GpuCounts.NONE);
    private static final NodeShape LARGE = shape(64, 256 * GIBIBYTE, GpuCounts.NONE);

    private static TestPool both() {
        return pool("cpu").of(SMALL, LARGE).between(0, 10);
    }

    private static JobBuilder cpus(long id, int cpus) {
        return job(id).cpusPerTask(cpus);
    }

    private static JobBuilder[] jobs(int count, int cpus) {
        return IntStream.rangeClosed(1, count).mapToObj(id -> cpus(id, cpus)).toArray(JobBuilder[]::new);
    }

    @Test
    void aJobForALargeNodeGetsANodeOnTopOfSmallIdleOnes() {
        PoolDemand demand = demand(both().idle(SMALL).idle(SMALL), cpus(1, 32));

        assertThat(demand.desired()).isEqualTo(3);
        assertThat(demand.reasons()).contains("2 idle nodes do not suit the jobs: further nodes are requested on top");
    }

    @Test
    void aLargeIdleNodeServesIt() {
        assertDesired(1, both().idle(SMALL).idle(LARGE), cpus(1, 32));
    }

    @Test
    void aNodeThatStartsMayBeOfTheSizeThatItNeeds() {
        TestPool starting = both().idle(SMALL).idle(SMALL).with(1, Condition.STARTING);

        assertDesired(3, starting, cpus(1, 32));
    }

    @Test
    void aNodeToComeCountsAsTheSmallestOnWhichTheJobFits() {
        assertDesired(4, both(), jobs(4, 16));
        assertDesired(2, both(), jobs(4, 32));
    }

    @Test
    void aLargeIdleNodeTakesAsManyJobsAsItHasRoomFor() {
        assertDesired(1, both().idle(LARGE), jobs(4, 16));
        assertDesired(3, both().idle(LARGE), jobs(6, 16));
    }

    @Test
    void jobsTakeTheSmallestIdleNodeOnWhichTheyFit() {
        TestPool three = both().idle(LARGE).idle(SMALL).idle(SMALL);

        assertDesired(3, three, cpus(1, 16), cpus(2, 16), cpus(3, 64));
    }

    /** 64 tasks need four small nodes. */
    @Test
    void theMaximumMayLeaveTheLargeNodeOnly() {
        assertDesired(4, both(), job(1).tasks(64));
        assertDesired(1, both().between(0, 3), job(1).tasks(64));
    }

    @Test
    void aWholeNodeJobNeedsFewerNodesWhereALargeOneIsIdle() {
        assertDesired(1, both().idle(LARGE), job(1).tasks(64).exclusive());
        assertDesired(4, both().idle(SMALL), job(1).tasks(64).exclusive());
    }

    @Test
    void aWholeNodeJobLeavesANodeThatIsTooSmall() {
        JobBuilder memory = job(1).exclusive().memoryPerNode(100 * GIBIBYTE);

        assertDesired(2, both().idle(SMALL), memory);
        assertDesired(1, both().idle(SMALL).idle(LARGE), memory);
    }

    @Test
    void oneNodeIsIdleForOneWholeNodeJob() {
        TestPool one = both().idle(LARGE);

        assertDesired(2, one, job(1).exclusive(), job(2).exclusive());
    }

    @Test
    void eachPieceOfAGangTakesANodeOfItsOwn() {
        TestPool two = both().idle(SMALL).idle(LARGE);

        assertDesired(2, two, job(1).nodes(2).tasks(2).cpusPerTask(16));
        assertDesired(3, two, job(1).nodes(2).tasks(2).cpusPerTask(32));
    }

    @Test
    void nothingIsPromisedBeyondTheMaximum() {
        PoolDemand demand = demand(both().idle(SMALL).idle(SMALL).between(0, 2), cpus(1, 32));

        assertThat(demand.desired()).isZero();
        assertThat(demand.blockedJobs()).isEqualTo(1);
    }

    @Test
    void aJobThatIsTooLargeForAllIsImpossible() {
        assertThat(demand(both().idle(LARGE), cpus(1, 128)).unsatisfiable())
                .containsEntry(UnsatisfiableCause.CPU_TOO_LARGE, 1L);
    }

    @Test
    void anIdleNodeThatIsUnlikeTheConfiguredShapeCountsAsItIs() {
        TestPool configured = pool("cpu").of(SMALL).between(0, 10);

        assertDesired(1, configured.idle(LARGE), jobs(4, 16));
        TestPool large = pool("cpu").of(LARGE).between(0, 10);
        assertDesired(2, large.idle(SMALL), cpus(1, 32));
    }

    @Test
    void aDrainingIdleNodeTakesNoJob() {
        TestPool draining = both().with(Condition.IDLE, true, LARGE.capacity());

        assertDesired(1, draining, cpus(1, 32));
        assertDesired(2, draining.idle(SMALL), cpus(1, 32));
    }

    @Test
    void whatOneUserHasAloneIsForNoOther() {
        JobBuilder mine = cpus(1, 8).owner("physics", "ada", "normal").placement(ofUser());
        JobBuilder alsoMine = cpus(2, 8).owner("physics", "ada", "normal").placement(ofUser());
        JobBuilder theirs = cpus(3, 8).owner("physics", "bob", "normal").placement(ofUser());

        assertDesired(1, both().idle(LARGE), mine, alsoMine);
        assertDesired(2, both().idle(LARGE), mine, alsoMine, theirs);
    }

    private static JobPlacement ofUser() {
        return new JobPlacement(0, 0, 0, 0, true, "", 0, 0, GresCounts.NONE, List.of(), 0);
    }

    @Test
    void aJobLeavesTheIdleNodesThatItExcludes() {
        assertDesired(2, both().idle(LARGE), cpus(1, 32).excluding("cpu-0"));
    }

    /** The second component does not fit below the maximum, so the first component takes no node either. */
    @Test
    void aHeterogeneousJobThatDoesNotFitTakesNoIdleNode() {
        TestPool pool = both().idle(SMALL).idle(LARGE).between(0, 2);

        assertDesired(0, pool, cpus(1, 64).het(1), cpus(2, 64).het(1));
        assertDesired(1, pool, cpus(1, 64).het(1), cpus(2, 64).het(1), cpus(3, 64));
    }

    @Test
    void thePartitionsLimitOfNodesMayLeaveTheLargeNodeOnly() {
        Partition narrow = PartitionBuilder.partition("cpu").maxNodes(2).build();
        ScalingDemand demand = ScalingInputBuilder.of(both())
                .jobs(job(1).tasks(64))
                .partitions(List.of(narrow))
                .demand();

        assertThat(demand.pools().get(0).desired()).isEqualTo(1);
    }
}
