package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.GIBIBYTE;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.derive.scaling.TestPool.shape;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.job.JobBuilder;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests which of several NodeSets a job scales up. Pool "a" has nodes with 16 CPUs, and pool "b" has nodes with 64
 * CPUs.
 */
class ChoiceTest {

    private static TestPool small(long cost) {
        return pool("a")
                .of(shape(16, 64 * GIBIBYTE, GpuCounts.NONE))
                .between(0, 10)
                .cost(cost);
    }

    private static TestPool large(long cost) {
        return pool("b")
                .of(shape(64, 256 * GIBIBYTE, GpuCounts.NONE))
                .between(0, 10)
                .cost(cost);
    }

    private static List<Long> desired(TestPool small, TestPool large, JobBuilder... jobs) {
        return desired(
                ScalingInputBuilder.of(List.of(small.build(), large.build())).jobs(jobs));
    }

    private static List<Long> desired(ScalingInputBuilder input) {
        return input.demand().pools().stream().map(PoolDemand::desired).toList();
    }

    private static JobBuilder tasks(int tasks) {
        return job(1).in("a,b").tasks(tasks);
    }

    @Test
    void fourNodesOfCostOneCostMoreThanOneOfCostTwo() {
        assertThat(desired(small(1), large(2), tasks(64))).containsExactly(0L, 1L);
        assertThat(desired(small(1), large(2), tasks(16))).containsExactly(1L, 0L);
        assertThat(desired(small(1), large(5), tasks(64))).containsExactly(4L, 0L);
        // Without costs, the fewest nodes are added.
        assertThat(desired(small(0), large(0), tasks(32))).containsExactly(0L, 1L);
    }

    @Test
    void anArrayIsWeighedAsAWhole() {
        JobBuilder array = job(1).in("a,b").cpusPerTask(16).array(1, 8, 0);

        assertThat(desired(small(1), large(3), array)).containsExactly(0L, 2L);
        assertThat(desired(small(1), large(5), array)).containsExactly(8L, 0L);
    }

    @Test
    void freeRoomOnBusyNodesGoesBeforeIdleOnes() {
        TestPool room = large(0).mixed(32);

        assertThat(desired(small(0).with(1, Condition.IDLE), room, tasks(16))).containsExactly(0L, 1L);
        // An idle node that the job excludes is no room.
        TestPool idle = small(1).with(1, Condition.IDLE);
        assertThat(desired(idle, large(9).with(1, Condition.IDLE), tasks(16).excluding("a-0")))
                .containsExactly(0L, 1L);
    }

    /** Pool "a" is cheaper, but the nodes of pool "a" do not start. */
    private static List<Long> backingOff(TestPool small, TestPool large, Map<Long, PoolName> choices) {
        return desired(ScalingInputBuilder.of(List.of(small.build(), large.build()))
                .jobs(tasks(16))
                .choices(choices)
                .backoffs(Map.of(TestPool.nameOf("a"), Instant.ofEpochSecond(JobBuilder.NOW + 60))));
    }

    @Test
    void aJobGoesElsewhereWhereNodesDoNotStart() {
        assertThat(backingOff(small(1), large(9), Map.of())).containsExactly(0L, 1L);
        assertThat(backingOff(small(1).with(4, Condition.STARTING), large(9), Map.of()))
                .containsExactly(0L, 1L);
        assertThat(backingOff(small(1), large(9), Map.of(1L, TestPool.nameOf("a"))))
                .containsExactly(0L, 1L);
    }

    @Test
    void aJobStaysWhereIdleNodesTakeItOrItFitsNowhereElse() {
        assertThat(backingOff(small(1).with(1, Condition.IDLE), large(9), Map.of()))
                .containsExactly(1L, 0L);
        assertThat(backingOff(small(1), large(9).between(0, 0), Map.of())).containsExactly(1L, 0L);
    }

    @Test
    void theReasonSaysUntilWhen() {
        PoolDemand demand = ScalingInputBuilder.of(small(1))
                .backoffs(Map.of(TestPool.nameOf("a"), Instant.parse("2027-01-15T08:30:00.5Z")))
                .first();

        assertThat(demand.reasons())
                .contains("nodes do not start: until 2027-01-15T08:30:00Z jobs go to other NodeSets where they fit");
    }

    @Test
    void nodesThatAreThereOrStartGoBeforeCheapOnes() {
        assertThat(desired(small(1), large(9).with(1, Condition.IDLE), tasks(16)))
                .containsExactly(0L, 1L);
        assertThat(desired(small(9).with(1, Condition.STARTING), large(1), tasks(16)))
                .containsExactly(1L, 0L);
    }

    @Test
    void ofIdleNodesThoseOfTheHigherPriorityTierGoFirst() {
        List<Pool> pools = List.of(
                small(9).with(1, Condition.IDLE).build(),
                large(1).with(1, Condition.IDLE).build());
        ScalingInputBuilder input = ScalingInputBuilder.of(pools).jobs(tasks(16));

        assertThat(desired(input)).containsExactly(0L, 1L);
        assertThat(desired(input.tier("a", 10))).containsExactly(1L, 0L);
        // Of new nodes, the cheap nodes are first in any tier.
        pools = List.of(small(9).build(), large(1).build());
        assertThat(desired(ScalingInputBuilder.of(pools).tier("a", 10).jobs(tasks(16))))
                .containsExactly(0L, 1L);
    }

    @ParameterizedTest
    @CsvSource({"3600, 1, 0", "3601, 0, 1"})
    void aPartitionWithAShorterTimeLimitIsNoChoice(long seconds, long ofShort, long ofLong) {
        List<Pool> pools = List.of(small(1).with(1, Condition.IDLE).build(), large(9).build());
        ScalingInputBuilder input = ScalingInputBuilder.of(pools)
                .partitions(
                        List.of(PartitionBuilder.partition("a").size(1, 3_600).build()));

        assertThat(desired(input.jobs(tasks(16).timeLimit(seconds)))).containsExactly(ofShort, ofLong);
    }

    /** Pool "a" has room for two tasks at a cost of 1 each, pool "b" for all eight at a cost of 0.75 each. */
    @Test
    void theCostOfATaskCountsWhereNotAllTasksFit() {
        JobBuilder array = job(1).in("a,b").cpusPerTask(16).array(1, 8, 0);

        assertThat(desired(small(1).between(0, 2), large(3), array)).containsExactly(0L, 2L);
        // Nodes for jobs ahead cost nothing more.
        assertThat(desired(small(1), large(2), job(2).priority(2_000).in("b").exclusive(), tasks(64)))
                .containsExactly(0L, 2L);
    }

    @Test
    void aJobLeavesItsPreviousNodeSetOnlyIfItIsFull() {
        Map<Long, PoolName> before = Map.of(1L, TestPool.nameOf("a"));
        JobBuilder two = job(1).in("a,b").cpusPerTask(16).array(1, 4, 2);

        assertThat(desired(ScalingInputBuilder.of(List.of(small(9).build(), large(1).build()))
                        .jobs(two)
                        .choices(before)))
                .containsExactly(2L, 0L);
        ScalingDemand full = ScalingInputBuilder.of(
                        List.of(small(1).between(0, 1).with(1, Condition.BUSY).build(), large(9).build()))
                .jobs(two)
                .choices(before)
                .demand();
        assertThat(full.choices()).isEqualTo(Map.of(1L, TestPool.nameOf("b")));
        assertThat(full.jobs().get(0).partition()).isEqualTo("b");
    }

    @ParameterizedTest
    @CsvSource({"a100, h100, CPU_TOO_LARGE", "h100, a100, CPU_TOO_LARGE", "a100, a100, FEATURE_UNKNOWN"})
    void theClosestNodeSetSaysWhyAJobIsImpossible(String ofFirst, String ofSecond, UnsatisfiableCause cause) {
        List<Pool> pools = List.of(
                pool("a").of(shape(16, 0, GpuCounts.NONE, ofFirst)).build(),
                pool("b").of(shape(16, 0, GpuCounts.NONE, ofSecond)).build());

        assertThat(ScalingInputBuilder.of(pools)
                        .jobs(job(1).in("a,b").cpusPerTask(32).features("h100"))
                        .firstJob())
                .returns(Optional.of(cause), JobExplanation::cause)
                .returns(Optional.of(TestPool.nameOf(ofSecond.equals("h100") ? "b" : "a")), JobExplanation::pool);
    }

    /**
     * Without the previous choices, each of the 200 different jobs is tried on each of the 50 NodeSets. No job fits on
     * the idle nodes.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 3})
    void aPendingJobThatStillFitsItsPreviousNodeSetIsNotTriedOnTheOthers(long tasks) {
        List<Pool> pools = IntStream.range(0, 50)
                .mapToObj(i -> pool("p" + i)
                        .cost(i)
                        .between(0, 100)
                        .idle(shape(96, 1, GpuCounts.NONE))
                        .build())
                .toList();
        String everywhere = IntStream.range(0, 50).mapToObj(i -> "p" + i).collect(Collectors.joining(","));
        JobBuilder[] jobs = IntStream.range(0, 200)
                .mapToObj(
                        i -> job(i + 1).in(everywhere).array(i + 1, tasks, 0).memoryPerNode((i + 1) * GIBIBYTE / 1_000))
                .toArray(JobBuilder[]::new);
        ScalingInputBuilder input = ScalingInputBuilder.of(pools).jobs(jobs);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadAllocatedBytes();
        ScalingDemand first = input.demand();
        long middle = threads.getCurrentThreadAllocatedBytes();
        ScalingDemand second = input.choices(first.choices()).demand();
        long end = threads.getCurrentThreadAllocatedBytes();

        assertThat(second.pools()).isEqualTo(first.pools());
        assertThat(end - middle).isLessThan((middle - start) / 2);
    }
}
