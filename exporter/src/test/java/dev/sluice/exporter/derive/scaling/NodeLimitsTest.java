package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.GIBIBYTE;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.derive.scaling.TestPool.shape;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.job.JobBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests jobs that request exactly the resources of nodes with 96 CPUs, 768 GiB and 8 GPUs, at most 100 nodes. */
class NodeLimitsTest {

    private static final TestPool POOL = pool("cpu").of(shape(96, 768 * GIBIBYTE, GpuCounts.of("h100", 8), "h100"));

    static Stream<Arguments> exact() {
        return Stream.of(
                Arguments.of(job(1).nodes(100).exclusive(), 100),
                Arguments.of(job(1).cpusPerTask(96), 1),
                Arguments.of(job(1).minimumCpusPerNode(96), 1),
                Arguments.of(job(1).tasks(96), 1),
                Arguments.of(job(1).tasks(97), 2),
                Arguments.of(job(1).maximumNodes(1).tasks(96), 1),
                Arguments.of(job(1).tasks(8).tasksPerNode(4), 2),
                Arguments.of(job(1).tasks(9).tasksPerNode(4), 3),
                Arguments.of(job(1).memoryPerNode(768 * GIBIBYTE), 1),
                Arguments.of(job(1).cpusPerTask(64).memoryPerCpu(12 * GIBIBYTE), 1),
                Arguments.of(job(1).gpusPerNode("h100", 8), 1),
                Arguments.of(job(1).gpusPerNode("", 8), 1),
                Arguments.of(job(1).gpusPerTask("h100", 8), 1),
                Arguments.of(job(1).gpus("h100", 16), 2),
                Arguments.of(job(1).gpus("h100", 17), 3),
                Arguments.of(job(1).gpus("", 16), 2),
                Arguments.of(job(1).gpus("", 17), 3));
    }

    @ParameterizedTest
    @MethodSource("exact")
    void aJobMayTakeAllThatItsNodesHave(JobBuilder job, long nodes) {
        PoolDemand demand = TestPool.demand(POOL, job);

        assertThat(demand.unsatisfiable()).isEmpty();
        assertThat(demand.desired()).isEqualTo(nodes);
    }

    /** A busy node has 48 free CPUs. With at most two nodes, three tasks of 48 CPUs cannot use three busy nodes. */
    @ParameterizedTest
    @CsvSource({"0, 0", "3, 0", "2, 2"})
    void aJobSpreadsItsTasksOverNoMoreNodesThanItsMaximum(long maximum, long newNodes) {
        TestPool busy = pool("cpu").mixed(48).mixed(48).mixed(48);

        assertThat(TestPool.demand(busy, job(1).tasks(3).cpusPerTask(48).maximumNodes(maximum))
                        .pendingNodes())
                .isEqualTo(newNodes);
    }

    @Test
    void aJobMayTakeAllNodesThatThePartitionAllows() {
        assertThat(inPartitionOfAtMost(4, 4).desired()).isEqualTo(4);
        assertThat(inPartitionOfAtMost(4, 5).unsatisfiable()).isEqualTo(Map.of(UnsatisfiableCause.PARTITION_LIMIT, 1L));
        assertThat(inPartitionOfAtMost(4, 5, "PARTITION_MAXIMUM_NODE").desired())
                .isEqualTo(5);
    }

    private static PoolDemand inPartitionOfAtMost(long most, long nodes, String... flagsOfQos) {
        Qos qos = new Qos("normal", 0, List.of(flagsOfQos), 1, List.of(), List.of());
        return ScalingInputBuilder.of(POOL)
                .jobs(job(1).nodes(nodes).maximumNodes(nodes).exclusive())
                .partitions(
                        List.of(PartitionBuilder.partition("cpu").maxNodes(most).build()))
                .limits(Constraints.UNKNOWN.withLimits(List.of(qos), List.of()))
                .first();
    }
}
