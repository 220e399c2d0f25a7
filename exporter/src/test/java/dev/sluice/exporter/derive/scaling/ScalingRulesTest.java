package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.GIBIBYTE;
import static dev.sluice.exporter.derive.scaling.TestPool.assertDesired;
import static dev.sluice.exporter.derive.scaling.TestPool.demand;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.derive.scaling.TestPool.shape;
import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.PartitionState;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeResources;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests each rule separately. */
class ScalingRulesTest {

    private static final NodeShape GPU_NODE = shape(96, 768 * GIBIBYTE, GpuCounts.of("h100", 8), "h100", "ib");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Dependency", "JobHeldUser", "Licenses", "QOSGrpCpuLimit", "AssocGrpGRES", "JobArrayTaskLimit",
                "Reservation", "BeginTime", "PartitionDown", "BadConstraints", "SomethingNew", "PartitionTimeLimit",
                "Constraints", "QOSNotAllowed",
            })
    void aJobThatWaitsForSomethingElseChangesNothing(String reason) {
        JobBuilder later = job(1).reason(reason).eligibleAt(NOW + 3_600).nodes(4);

        assertDesired(2, pool("cpu").with(2, Condition.BUSY), later);
    }

    @ParameterizedTest
    @CsvSource({
        "Resources, ELIGIBLE",
        "Priority, ELIGIBLE",
        "None, ELIGIBLE",
        "ReqNodeNotAvail, CONDITIONAL",
        "PartitionConfig, CONDITIONAL",
        "PartitionNodeLimit, CONDITIONAL",
        "NodeDown, CONDITIONAL"
    })
    void aJobThatNodesCanHelpCounts(String reason, PendingClass pendingClass) {
        PoolDemand demand = demand(pool("cpu"), job(1).reason(reason).nodes(4).exclusive());

        assertThat(demand.desired()).isEqualTo(4);
        assertThat(demand.pendingJobs()).isEqualTo(Map.of(pendingClass, 1L));
    }

    @Test
    void aJobThatIsHeldOrRunsOnAnotherClusterNeverCountsWhateverItsReason() {
        JobBuilder elsewhere = job(2).state(JobState.PENDING, JobState.REVOKED);
        PoolDemand demand = demand(pool("cpu"), job(1).held(), elsewhere);

        assertThat(demand.desired()).isZero();
        assertThat(demand.pendingJobs()).isEqualTo(Map.of(PendingClass.WAITING, 1L));
    }

    @Test
    void aJobThatSlurmHasNotLookedAtCountsOnceItIsOnePollOld() {
        JobBuilder fresh = job(1).reason("None").submittedAt(NOW - 14).eligibleAt(NOW - 14);
        JobBuilder seen = job(2).reason("None").submittedAt(NOW - 15).eligibleAt(NOW - 15);

        assertDesired(0, pool("cpu"), fresh);
        assertDesired(1, pool("cpu"), seen);
    }

    @ParameterizedTest
    @CsvSource({"299, 1", "300, 1", "301, 0"})
    void aJobCountsWithinTheLookaheadOfItsBeginTime(long ahead, long desired) {
        ScalingInput.Policy policy = TestPool.policy(Duration.ofMinutes(5), Duration.ZERO, 0, true);

        PoolDemand demand = one(pool("cpu"), policy, job(1).reason("BeginTime").eligibleAt(NOW + ahead));

        assertThat(demand.desired()).isEqualTo(desired);
        assertThat(demand.pendingJobs()).containsOnlyKeys(desired == 1 ? PendingClass.LOOKAHEAD : PendingClass.WAITING);
    }

    @Test
    void debounceLeavesOutWhatHasNotBeenPendingForLong() {
        ScalingInput.Policy policy = TestPool.policy(Duration.ZERO, Duration.ofSeconds(30), 0, true);

        assertThat(one(pool("cpu"), policy, job(1).eligibleAt(NOW - 29)).desired())
                .isZero();
        assertThat(one(pool("cpu"), policy, job(1).eligibleAt(NOW - 30)).desired())
                .isEqualTo(1);
    }

    @Test
    void namesEachThingThatMakesAJobImpossible() {
        assertThat(cause(job(1).nodes(101))).contains(UnsatisfiableCause.TOO_MANY_NODES);
        assertThat(cause(job(1).gpusPerNode("a100", 1))).contains(UnsatisfiableCause.NO_MATCHING_GPU);
        assertThat(cause(job(1).gpusPerNode("h100", 9))).contains(UnsatisfiableCause.NO_MATCHING_GPU);
        assertThat(cause(job(1).gpusPerNode("", 9))).contains(UnsatisfiableCause.NO_MATCHING_GPU);
        assertThat(cause(job(1).cpusPerTask(97))).contains(UnsatisfiableCause.CPU_TOO_LARGE);
        assertThat(cause(job(1).tasks(256).tasksPerNode(128).minimumCpusPerNode(128)))
                .contains(UnsatisfiableCause.CPU_TOO_LARGE);
        assertThat(cause(job(1).maximumNodes(1).tasks(97))).contains(UnsatisfiableCause.CPU_TOO_LARGE);
        assertThat(cause(job(1).memoryPerNode(769 * GIBIBYTE))).contains(UnsatisfiableCause.MEMORY_TOO_LARGE);
        assertThat(cause(job(1).cpusPerTask(64).memoryPerCpu(13 * GIBIBYTE)))
                .contains(UnsatisfiableCause.MEMORY_TOO_LARGE);
        assertThat(cause(job(1).features("a100"))).contains(UnsatisfiableCause.FEATURE_UNKNOWN);
        assertThat(cause(job(1).features("h100&ib"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"DOWN, PARTITION_DOWN", "INACTIVE, PARTITION_DOWN", "UP, PARTITION_LIMIT"})
    void namesWhatThePartitionDoesNotAllow(PartitionState state, UnsatisfiableCause cause) {
        Partition partition =
                PartitionBuilder.partition("cpu").state(state).maxNodes(3).build();
        ScalingDemand demand = ScalingInputBuilder.of(pool("cpu"))
                .jobs(job(1).nodes(4))
                .partitions(List.of(partition))
                .demand();

        assertThat(demand.jobs().get(0).cause()).contains(cause);
        assertThat(demand.pools().get(0).desired()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"DOWN, PartitionDown, 1", "UP, PartitionTimeLimit, 1", "UP, QOSMaxJobsPerUserLimit, 0"})
    void theReasonOfOnePartitionDoesNotDecideForTheOthers(PartitionState state, String reason, long desired) {
        Partition other = PartitionBuilder.partition("b").state(state).build();
        ScalingInputBuilder input = ScalingInputBuilder.of(pool("a")).partitions(List.of(other));

        assertThat(input.jobs(job(1).in("a,b").reason(reason)).first().desired())
                .isEqualTo(desired);
        assertThat(input.jobs(job(1).in("a").reason(reason)).first().desired()).isZero();
    }

    @Test
    void measuresWithoutATemplateOnlyWhatAsksForNodes() {
        assertDesired(3, pool("cpu").ofUnknownShape(), job(1).nodes(3));
        assertThat(demand(pool("cpu").ofUnknownShape(), job(1).tasks(3)).unsatisfiable())
                .isEqualTo(Map.of(UnsatisfiableCause.UNKNOWN_SHAPE, 1L));
    }

    @Test
    void givesWholeNodesInAPartitionThatSharesNone() {
        Partition partition = PartitionBuilder.partition("cpu").wholeNodes(true).build();
        PoolDemand demand = ScalingInputBuilder.of(pool("cpu").mixed(90))
                .jobs(job(1), job(2))
                .partitions(List.of(partition))
                .first();

        assertThat(demand.desired()).isEqualTo(3);
    }

    @Test
    void takesSlurmsNumberAsAFloorWhereItCannotCountItself() {
        assertDesired(
                4, pool("cpu").of(GPU_NODE), job(1).gpusPerSocket("h100", 2).slurmNodes(4));
        assertDesired(2, pool("cpu").of(GPU_NODE), job(1).licenses("matlab:1").slurmNodes(2));
        // A job can start even if an estimate exceeds the maximum.
        assertDesired(
                5,
                pool("cpu").of(GPU_NODE).between(0, 5),
                job(1).licenses("matlab:1").slurmNodes(64));
    }

    @Test
    void leavesOutWhatDoesNotFitBesideTheBusy() {
        TestPool pool = pool("cpu").between(0, 70).with(10, Condition.BUSY);

        PoolDemand fit =
                demand(pool, job(1).nodes(64).exclusive(), job(2).priority(1).exclusive());
        assertThat(fit.desired()).isEqualTo(11);
        assertThat(fit.blockedJobs()).isEqualTo(1);
    }

    /** A replacement on the machine of a node that the operator set down would be down for the same cause. */
    @Test
    void replacesUnusableNodesWhileJobsWaitButNotNodesThatTheOperatorSetDown() {
        TestPool pool = pool("cpu").with(2, Condition.BUSY).with(1, Condition.UNUSABLE);
        assertDesired(2, pool);
        assertDesired(4, pool, job(1).exclusive());

        Member down = MemberBuilder.member("cpu-0", Condition.UNUSABLE)
                .outOfService(Optional.of(NodeReason.of("slurm-operator: Pod (slurm/cpu-0) was uncordoned")))
                .build();
        PoolDemand demand = demand(pool("cpu").with(down).with(down), job(1).exclusive());

        assertThat(demand.desired()).isEqualTo(1);
        assertThat(demand.reasons()).contains("2 nodes down or drained by the operator, not replaced");
    }

    @Test
    void keepsSparesAndTheLimits() {
        ScalingInput.Policy spares = TestPool.policy(3, true);

        TestPool busy = pool("cpu").with(2, Condition.BUSY);
        assertThat(one(busy, spares).desired()).isEqualTo(5);
        assertThat(one(busy.with(3, Condition.UNUSABLE), spares).desired()).isEqualTo(8);
        assertThat(one(pool("cpu").between(0, 4).with(2, Condition.BUSY), spares)
                        .desired())
                .isEqualTo(4);
        assertThat(one(pool("cpu").between(8, 9), spares).desired()).isEqualTo(8);
    }

    @Test
    void neverAddsStartingNodesNorGhosts() {
        PoolDemand demand = demand(
                pool("cpu").with(3, Condition.STARTING).with(5, Condition.GHOST),
                job(1).nodes(3).exclusive());

        assertThat(demand.desired()).isEqualTo(3);
        assertThat(demand.nodes().starting()).isEqualTo(3);
        assertThat(demand.nodes().ghosts()).isEqualTo(5);
    }

    @Test
    void findsBusyNodesInJobsWhoseNodesWereAskedForEarlier() {
        PoolDemand demand = demand(
                pool("cpu").with(4, Condition.IDLE).with(1, Condition.GHOST),
                job(1).runningOn("cpu-[1-2]"),
                job(2).runningOn("cpu-3").state(JobState.COMPLETING),
                job(3).runningOn("cpu-4"));

        assertThat(demand.nodes().busy()).isEqualTo(3);
        assertThat(demand.nodes().idle()).isEqualTo(1);
        assertThat(demand.desired()).isEqualTo(3);
    }

    /** One node is busy. slurmctld has planned two of three idle nodes for a job that needs all four nodes. */
    @ParameterizedTest
    @CsvSource({"300, 0, 3", "300, 1, 3", "300, 3, 4", "7200, 0, 1", "0, 0, 1"})
    void keepsIdleNodesThatSlurmHasPlannedForAJobThatStartsSoon(long start, int others, int desired) {
        TestPool set = pool("cpu").between(0, 4).with(1, Condition.BUSY);
        for (int ordinal = 1; ordinal < 4; ordinal++) {
            MemberBuilder idle =
                    MemberBuilder.member("cpu-" + ordinal, Condition.IDLE).ordinal(ordinal);
            set.with((ordinal < 3 ? idle.planned() : idle).build());
        }
        JobBuilder[] jobs = IntStream.rangeClosed(0, others)
                .mapToObj(i -> i == 0
                        ? job(1).nodes(4).exclusive().expectedStartAt(NOW + start)
                        : job(i + 1).exclusive())
                .toArray(JobBuilder[]::new);

        assertDesired(desired, set, jobs);
    }

    @Test
    void keepsAStatefulSetUpToItsHighestBusyOrdinal() {
        TestPool set = pool("cpu").statefulSet().with(6, Condition.IDLE).with(1, Condition.BUSY);
        TestPool nodeSet = pool("cpu").with(6, Condition.IDLE).with(1, Condition.BUSY);

        assertDesired(7, set);
        assertDesired(1, nodeSet);
    }

    @Test
    void takesTheCheaperPoolAndStaysWithItsChoice() {
        ScalingInputBuilder input = ScalingInputBuilder.of(
                        pool("a").in("cpu").cost(5), pool("b").in("cpu").cost(1))
                .jobs(job(1));
        ScalingDemand first = input.demand();
        ScalingDemand sticky = input.choices(Map.of(1L, TestPool.nameOf("a"))).demand();

        assertThat(first.choices()).isEqualTo(Map.of(1L, TestPool.nameOf("b")));
        assertThat(sticky.choices()).isEqualTo(Map.of(1L, TestPool.nameOf("a")));
        assertThat(sticky.pools()).extracting(PoolDemand::desired).containsExactly(1L, 0L);
    }

    @Test
    void picksAmongPoolsOfOnePartitionByFeaturesAndGpus() {
        NodeShape cpuNode = shape(96, 384 * GIBIBYTE, GpuCounts.NONE, "icelake");
        ScalingInputBuilder input = ScalingInputBuilder.of(
                pool("a").in("all").of(cpuNode), pool("b").in("all").of(GPU_NODE));

        assertThat(input.jobs(job(1).in("all").gpus("", 2)).demand().pools())
                .extracting(PoolDemand::desired)
                .containsExactly(0L, 1L);
        assertThat(input.jobs(job(1).in("all").features("icelake")).demand().pools())
                .extracting(PoolDemand::desired)
                .containsExactly(1L, 0L);
    }

    @Test
    void addsNoNodeForAJobThatWaitsForABusyNodeByName() {
        TestPool pool = pool("cpu").with(2, Condition.BUSY).with(1, Condition.GHOST);

        assertDesired(2, pool, job(1).requiring("cpu-0"));
        // The ordinal of the node is 2, so three nodes are needed.
        assertDesired(3, pool, job(1).requiring("cpu-2"));
        assertThat(demand(pool, job(1).requiring("cpu-2").nodes(4)).pendingNodes())
                .as("the named node, and three others")
                .isEqualTo(4);
        assertThat(demand(pool, job(1).requiring("cpu-7")).pendingJobs()).isEqualTo(Map.of(PendingClass.WAITING, 1L));
    }

    @Test
    void addsANodeWhereTheOnlyIdleOneIsExcluded() {
        TestPool pool = pool("cpu").with(1, Condition.IDLE).mixed(8);

        assertDesired(3, pool, job(1).excluding("cpu-0,cpu-1"));
        // The busy node has room for the job.
        assertDesired(1, pool, job(1).excluding("cpu-0"));
        // The other job gets the excluded idle node.
        assertDesired(3, pool, job(1).excluding("cpu-[0-1]"), job(2).exclusive());
    }

    @Test
    void leavesThePoolAloneThatNobodyMayScale() {
        TestPool pool =
                pool("cpu").between(0, 4).notScalable("DaemonSet mode", 4).with(4, Condition.BUSY);

        PoolDemand demand = demand(pool, job(1).exclusive(), job(2).nodes(5));

        assertThat(demand.desired()).isEqualTo(4);
        assertThat(demand.notScalable()).contains("DaemonSet mode");
        assertThat(demand.blockedJobs()).isEqualTo(1);
        assertThat(demand.unsatisfiable()).isEqualTo(Map.of(UnsatisfiableCause.TOO_MANY_NODES, 1L));
    }

    @Test
    void usesNoRoomOfTwoNodesForAJobOfOneNodeAndNoRoomOfADrainingNode() {
        NodeResources room = new NodeResources(90, 300 * GIBIBYTE, GpuCounts.NONE);

        assertDesired(3, pool("cpu").mixed(12).mixed(12), job(1).tasks(24));
        assertDesired(2, pool("cpu").with(Condition.BUSY, true, room), job(1));
    }

    private static Optional<UnsatisfiableCause> cause(JobBuilder job) {
        return ScalingInputBuilder.of(pool("cpu").of(GPU_NODE))
                .jobs(job)
                .firstJob()
                .cause();
    }

    private static PoolDemand one(TestPool pool, ScalingInput.Policy policy, JobBuilder... jobs) {
        return ScalingInputBuilder.of(pool).policy(policy).jobs(jobs).first();
    }
}
