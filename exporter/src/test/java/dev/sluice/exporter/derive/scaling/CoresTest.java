package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.assertDesired;
import static dev.sluice.exporter.derive.scaling.TestPool.demand;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.CpuLimit;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.node.NodeLayout;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests nodes with two sockets and 64,000 MiB. Each socket has eight cores, and each core has two threads. Some
 * expected numbers are from a real slurmctld with CR_Core_Memory (AllocTRES, and the required nodes). The other
 * expected numbers are calculated by hand.
 */
class CoresTest {

    private static final long MEBIBYTE = 1L << 20;

    private static NodeShape node() {
        return node(32, 64_000 * MEBIBYTE, new NodeLayout(1, 2, 8, 2, 32));
    }

    private static NodeShape node(long cpus, long memory, NodeLayout layout) {
        return new NodeShape(new NodeResources(cpus, memory, GpuCounts.NONE), Set.of(), layout);
    }

    private static TestPool reed() {
        return pool("cpu").of(node());
    }

    private static JobPlacement on(long threadsPerCore, long tasksPerCore, long tasksPerSocket) {
        return new JobPlacement(
                threadsPerCore, tasksPerCore, tasksPerSocket, 0, false, "", 0, 0, GresCounts.NONE, List.of(), 0);
    }

    private static void assertNodes(long desired, JobBuilder job) {
        assertDesired(desired, reed(), job);
    }

    private static void assertNodes(long desired, SelectType select, JobBuilder job) {
        assertNodes(desired, ScalingInputBuilder.of(reed()).select(select).jobs(job));
    }

    private static void assertNodes(long desired, Partition partition, TestPool pool, JobBuilder... jobs) {
        assertNodes(
                desired,
                ScalingInputBuilder.of(pool).partitions(List.of(partition)).jobs(jobs));
    }

    private static void assertNodes(long desired, ScalingInputBuilder input) {
        assertThat(input.first().desired()).isEqualTo(desired);
    }

    @ParameterizedTest
    @CsvSource({"64, 0, 2", "64, 1, 4", "65, 1, 5", "64, 2, 2", "16, 1, 1", "17, 1, 2"})
    void aJobUsesAsManyThreadsOfACoreAsItSays(long tasks, long threadsPerCore, long nodes) {
        assertNodes(nodes, job(1).tasks(tasks).placement(on(threadsPerCore, 0, 0)));
    }

    @ParameterizedTest
    @CsvSource({"64, 1, 1, 4", "64, 2, 1, 2", "16, 1, 3, 2", "8, 1, 3, 1", "9, 1, 3, 2", "16, 0, 2, 1"})
    void aCoreTakesAsManyTasksAsTheJobSays(long tasks, long tasksPerCore, long cpusPerTask, long nodes) {
        assertNodes(nodes, job(1).tasks(tasks).cpusPerTask(cpusPerTask).placement(on(0, tasksPerCore, 0)));
    }

    @ParameterizedTest
    @CsvSource({"16, 2, 4", "4, 2, 1", "5, 2, 2", "32, 16, 1", "33, 16, 2"})
    void aSocketTakesAsManyTasksAsTheJobSays(long tasks, long tasksPerSocket, long nodes) {
        assertNodes(nodes, job(1).tasks(tasks).placement(on(0, 0, tasksPerSocket)));
    }

    @Test
    void eachTaskOfAnArrayHasCoresOfItsOwn() {
        assertNodes(4, job(1).array(1, 64, 0));
        assertNodes(5, job(1).array(1, 65, 0));
        assertNodes(4, job(1).array(1, 64, 0).tasks(2));
        assertNodes(2, job(1).array(1, 10, 0).tasks(3));
        assertNodes(2, job(1).array(1, 5, 0).minimumCpusPerNode(8));
    }

    /** Each of the two tasks with 3 CPUs takes two cores: four cores a job, and four jobs on a node. */
    @ParameterizedTest
    @CsvSource({"4, 1", "5, 2"})
    void aTaskWithACoreOfItsOwnLeavesTheOtherThreadIdle(int jobs, long nodes) {
        assertNodes(nodes, job(1).array(1, jobs, 0).tasks(2).cpusPerTask(3).placement(on(0, 1, 0)));
    }

    /** A node with eight cores of four threads. Four tasks take two cores, if a core takes two tasks. */
    @ParameterizedTest
    @CsvSource({"0, 8, 1", "0, 9, 2", "2, 4, 1", "2, 5, 2"})
    void aCoreTakesFewerTasksThanItHasThreads(long tasksPerCore, int jobs, long nodes) {
        assertDesired(
                nodes,
                pool("cpu").of(fourThreads()),
                job(1).array(1, jobs, 0).tasks(4).placement(on(0, tasksPerCore, 0)));
        assertDesired(2, pool("cpu").of(fourThreads()), job(1).tasks(17).placement(on(0, 2, 0)));
    }

    /** Of the ten pairs of tasks, two find a free core on a busy node. A new node takes the other eight pairs. */
    @Test
    void tasksThatShareACoreGoWhereACoreIsFree() {
        NodeResources core = new NodeResources(4, 64_000 * MEBIBYTE, GpuCounts.NONE);
        TestPool busy =
                pool("cpu").of(fourThreads()).with(Condition.BUSY, false, core).with(Condition.BUSY, false, core);

        assertThat(demand(busy, job(1).tasks(20).placement(on(0, 2, 0))).pendingNodes())
                .isEqualTo(1);
    }

    private static NodeShape fourThreads() {
        return node(32, 64_000 * MEBIBYTE, new NodeLayout(1, 2, 4, 4, 32));
    }

    @Test
    void whereACpuIsACoreNothingIsRounded() {
        NodeShape plain = node(16, 0, new NodeLayout(1, 2, 8, 2, 16));

        assertDesired(4, pool("cpu").of(plain), job(1).array(1, 64, 0));
        assertDesired(4, pool("cpu").of(plain), job(1).tasks(64).placement(on(1, 0, 0)));
    }

    @Test
    void coresThatAreLeftToTheSystemAreNotCounted() {
        NodeShape special = node(28, 0, new NodeLayout(1, 2, 8, 2, 32));

        assertDesired(1, pool("cpu").of(special), job(1).array(1, 14, 0));
        assertDesired(2, pool("cpu").of(special), job(1).array(1, 15, 0));
    }

    @Test
    void memoryByCpuIsThatOfWholeCores() {
        // The job requests one CPU and gets two CPUs. This means 8,000 MiB per job, and eight jobs per node.
        assertNodes(1, job(1).array(1, 8, 0).memoryPerCpu(4_000 * MEBIBYTE));
        assertNodes(2, job(1).array(1, 9, 0).memoryPerCpu(4_000 * MEBIBYTE));
        // Unused threads get no memory. Each job gets 4,000 MiB, and a node has sixteen cores.
        assertNodes(1, job(1).array(1, 16, 0).memoryPerCpu(4_000 * MEBIBYTE).placement(on(1, 0, 0)));
    }

    @Test
    void tasksOfAJobThatShareACoreShareItsMemory() {
        // Eight CPUs with 8,000 MiB each use all memory of a node.
        assertNodes(1, job(1).tasks(8).memoryPerCpu(8_000 * MEBIBYTE));
        assertNodes(3, job(1).tasks(17).memoryPerCpu(8_000 * MEBIBYTE));
        assertNodes(3, job(1).tasks(24).memoryPerCpu(8_000 * MEBIBYTE));
        assertNodes(4, job(1).tasks(25).memoryPerCpu(8_000 * MEBIBYTE));
    }

    @Test
    void aJobThatOvercommitsGetsTheCpusThatSlurmCounts() {
        assertNodes(1, job(1).tasks(100).request(new JobRequest(1, 1, 0, GpuCounts.NONE)));
        assertNodes(3, job(1).tasks(100).nodes(3).request(new JobRequest(3, 3, 0, GpuCounts.NONE)));
    }

    @Test
    void aMixedNodeHasRoomByTheCore() {
        NodeResources six = new NodeResources(6, 64_000 * MEBIBYTE, GpuCounts.NONE);

        assertDesired(1, reed().with(Condition.BUSY, false, six), job(1).array(1, 3, 0));
        assertDesired(2, reed().with(Condition.BUSY, false, six), job(1).array(1, 4, 0));
    }

    @Test
    void wholeSocketsAreGivenWhereSlurmSaysSo() {
        assertNodes(2, SelectType.of("", List.of("CR_Socket_Memory")), job(1).array(1, 4, 0));
        assertNodes(4, SelectType.of("select/linear", List.of()), job(1).array(1, 4, 0));
        assertNodes(4, SelectType.of("", List.of("CR_Core", "CR_ONE_TASK_PER_CORE")), job(1).tasks(64));
    }

    @Test
    void memoryLimitsNothingTogetherWhereItIsNotGivenToJobs() {
        JobBuilder two = job(1).array(1, 2, 0).memoryPerNode(60_000 * MEBIBYTE);

        assertNodes(2, SelectType.of("", List.of("CR_Core_Memory")), two);
        assertNodes(1, SelectType.of("", List.of("CR_CORE")), two);
    }

    @Test
    void thePartitionsJobsTogetherGetNoMoreCpusOfANodeThanItSays() {
        Partition capped = PartitionBuilder.partition("cpu")
                .cpuLimit(new CpuLimit(8, Long.MAX_VALUE))
                .build();
        TestPool mixed = reed().with(Condition.BUSY, false, new NodeResources(24, 60_000 * MEBIBYTE, GpuCounts.NONE));

        assertNodes(4, capped, reed(), job(1).array(1, 4, 0).tasks(8));
        assertNodes(2, capped, reed(), job(1).array(1, 4, 0).tasks(4));
        assertNodes(4, capped, reed(), job(1).tasks(32));
        JobBuilder running = job(2).runningOn("cpu-0").allocation(new Tres(8, 0, 1, GpuCounts.NONE), "cpu-0");
        assertNodes(2, capped, mixed, running, job(1).tasks(8));
        assertNodes(1, capped, mixed, running.in("other"), job(1).tasks(8));
    }

    /** The second node of the second pool has no CPUs left for the partition; the first node has room for one job. */
    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1"})
    void thePartitionsJobsUseUpTheCpusOfTheirOwnNode(int jobs, long newNodes) {
        Partition capped = PartitionBuilder.partition("gpu")
                .cpuLimit(new CpuLimit(8, Long.MAX_VALUE))
                .build();
        NodeResources room = new NodeResources(24, 60_000 * MEBIBYTE, GpuCounts.NONE);
        List<Pool> pools = List.of(
                reed().with(2, Condition.IDLE).build(),
                pool("gpu")
                        .of(node())
                        .with(Condition.BUSY, false, room)
                        .with(Condition.BUSY, false, room)
                        .build());
        JobBuilder running = job(2).in("gpu").runningOn("gpu-1").allocation(new Tres(8, 0, 1, GpuCounts.NONE), "gpu-1");
        JobBuilder pending = job(1).in("gpu").array(1, jobs, 0).tasks(8);

        assertThat(ScalingInputBuilder.of(pools)
                        .jobs(running, pending)
                        .partitions(List.of(capped))
                        .demand()
                        .pools()
                        .get(1)
                        .pendingNodes())
                .isEqualTo(newNodes);
    }

    @Test
    void aLimitOfASocketHoldsForAllSocketsOfANode() {
        Partition capped = PartitionBuilder.partition("cpu")
                .cpuLimit(new CpuLimit(Long.MAX_VALUE, 4))
                .build();

        // The job gets 8 CPUs of each node, on two sockets.
        assertNodes(2, capped, reed(), job(1).tasks(16));
        assertNodes(3, capped, reed(), job(1).tasks(17));
        assertNodes(2, capped, reed(), job(1).array(1, 4, 0).tasks(4));
        assertNodes(1, capped, pool("cpu").ofUnknownShape(), job(1));
    }

    @Test
    void theLowerOfTheTwoLimitsCounts() {
        assertThat(new CpuLimit(6, 4).of(new NodeLayout(1, 2, 8, 2, 32))).isEqualTo(6);
        assertThat(new CpuLimit(9, 4).of(new NodeLayout(1, 2, 8, 2, 32))).isEqualTo(8);
        assertThat(new CpuLimit(9, 4).of(NodeLayout.UNKNOWN)).isEqualTo(4);
        assertThat(new CpuLimit(9, Long.MAX_VALUE).of(new NodeLayout(1, 2, 8, 2, 32)))
                .isEqualTo(9);
        assertThat(new CpuLimit(Long.MAX_VALUE, Long.MAX_VALUE / 2).of(new NodeLayout(1, 2, 8, 2, 32)))
                .isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void aJobAsksForNoNodeWhereNoneHasItsGenericResources() {
        assertNodes(0, job(1).placement(gres("gres/shard:4")));
        assertThat(desiredOf("tpu:8", "gres/tpu:8", 1)).isEqualTo(1);
        assertThat(desiredOf("tpu:8", "gres/tpu:4", 3)).isEqualTo(2);
    }

    /** The empty type stands for GPUs, and {@code npu:} for NPUs of any type. */
    @ParameterizedTest
    @CsvSource({
        "npu:, 8, 1, 1",
        "npu:, 4, 3, 2",
        "npu:910b, 4, 3, 2",
        "npu:310p, 1, 1, 0",
        "tpu:, 1, 1, 0",
        "'', 1, 1, 0"
    })
    void aJobGetsAcceleratorsOfTheRequestedNameAndType(String type, long accelerators, long tasks, long desired) {
        NodeShape node = shape(Accelerators.ALL.asGpus("npu:910b:8"));
        JobBuilder job = job(1).array(1, tasks, 0).gpusPerNode(type, accelerators);

        assertDesired(desired, pool("cpu").of(node), job);
    }

    /** Each of the 4 GPUs has 4 shards, or each of the 6 GPUs 33 or 34 parts of MPS, all in one GPU of a node. */
    @ParameterizedTest
    @CsvSource({
        "gres/shard:6, 1, 0",
        "gres/shard:4, 4, 1",
        "gres/shard:4, 5, 2",
        "gres/shard:3, 5, 2",
        "gres/shard:2, 8, 1",
        "gres/mps:50, 1, 0",
        "gres/mps:33, 2, 2",
        "gres/mps:10, 3, 1"
    })
    void aJobGetsSharesOfOneGpu(String gres, long tasks, long desired) {
        String node = gres.startsWith("gres/mps") ? "gpu:l4:2,gpu:1g.12gb:4,mps:200" : "gpu:4,shard:16";

        assertThat(desiredOf(node, gres, tasks)).isEqualTo(desired);
    }

    @Test
    void aJobGetsSharesOfSeveralGpusWhereSlurmAllows() {
        SelectType several = SelectType.of("", List.of("CR_CORE_MEMORY", "MULTIPLE_SHARING_GRES_PJ"));

        assertNodes(
                2,
                ScalingInputBuilder.of(pool("cpu").of(shape("gpu:4,shard:16")))
                        .select(several)
                        .jobs(job(1).array(1, 3, 0).placement(gres("gres/shard:8"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpu:h200:3(IDX:0-2),shard:h200:0(0/4,0/4,0/4,0/4)",
                "gpu:h200:3(IDX:0-2),shard:h200:0(-/4,-/4,-/4,0/4)"
            })
    void aGpuThatAJobHasAsAWholeHasNoShares(String used) {
        NodeShape shape = shape("gpu:h200:4,shard:h200:16");
        NodeResources free = new NodeResources(
                16,
                64_000 * MEBIBYTE,
                GpuCounts.of("h200", 1),
                shape.capacity().gres().minus(GresCounts.allocated(used)));
        TestPool pool = pool("cpu").of(shape).with(Condition.BUSY, false, free);

        assertDesired(2, pool, job(1).array(1, 2, 0).placement(gres("gres/shard:4")));
    }

    private static long desiredOf(String node, String gres, long tasks) {
        return demand(pool("cpu").of(shape(node)), job(1).array(1, tasks, 0).placement(gres(gres)))
                .desired();
    }

    private static NodeShape shape(String gres) {
        NodeResources capacity =
                new NodeResources(32, 64_000 * MEBIBYTE, GpuCounts.ofGres(gres), GresCounts.ofNode(gres, ""));
        return new NodeShape(capacity, Set.of(), new NodeLayout(1, 2, 8, 2, 32));
    }

    private static JobPlacement gres(String request) {
        return new JobPlacement(0, 0, 0, 0, false, "", 0, 0, GresCounts.ofRequest(request), List.of(), 0);
    }
}
