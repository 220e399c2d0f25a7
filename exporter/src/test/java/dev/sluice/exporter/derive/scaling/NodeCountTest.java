package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.GIBIBYTE;
import static dev.sluice.exporter.derive.scaling.TestPool.demand;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.derive.scaling.TestPool.shape;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobRequest;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests how many whole nodes a job needs. A node has 96 CPUs, 768 GiB, four h100 and four a100. */
class NodeCountTest {

    private static final GpuCounts GPUS = GpuCounts.of("h100", 4).plus(GpuCounts.of("a100", 4));

    static Stream<Arguments> jobs() {
        return Stream.of(
                arguments("2 tasks on each node", job(1).tasks(8).tasksPerNode(2), 4),
                arguments("memory of a task", job(1).tasks(3).memoryPerCpu(500 * GIBIBYTE), 3),
                arguments("GPUs of a task", job(1).tasks(5).gpusPerTask("h100", 3), 5),
                arguments("GPUs of a type", job(1).gpus("h100", 9), 3),
                arguments("GPUs of any type", job(1).gpus("", 17), 3),
                arguments("CPUs", requesting(200, 0), 3),
                arguments("memory", requesting(1, 1_600), 3),
                arguments("an unknown number of CPUs", requesting(0, 0).tasks(100), 2));
    }

    private static JobBuilder requesting(long cpus, long gibibytes) {
        return job(1).request(new JobRequest(1, cpus, gibibytes * GIBIBYTE, GpuCounts.NONE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void eachResourceOfANodeCounts(String resource, JobBuilder job, long nodes) {
        assertThat(demand(pool("cpu").of(shape(96, 768 * GIBIBYTE, GPUS)), job.exclusive())
                        .desired())
                .isEqualTo(nodes);
    }

    @Test
    void aJobThatIsImpossibleHasACause() {
        assertThat(demand(pool("cpu").of(shape(96, 0, GPUS)), job(1).gpus("l4", 1))
                        .unsatisfiable())
                .isEqualTo(Map.of(UnsatisfiableCause.NO_MATCHING_GPU, 1L));
        assertThat(demand(pool("cpu").of(shape(96, 0, GPUS)), job(1).gpusPerNode("h100", 5))
                        .unsatisfiable())
                .isEqualTo(Map.of(UnsatisfiableCause.NO_MATCHING_GPU, 1L));
        assertThat(demand(pool("cpu"), job(1).nodes(3).maximumNodes(2)).unsatisfiable())
                .isEqualTo(Map.of(UnsatisfiableCause.TOO_MANY_NODES, 1L));
    }
}
