package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.GIBIBYTE;
import static dev.sluice.exporter.derive.scaling.TestPool.demand;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.derive.scaling.TestPool.shape;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.job.JobRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests complete clusters. The expected values are calculated by hand. */
class WorkedExamplesTest {

    private static final NodeShape EIGHT_GPUS = shape(96, 768 * GIBIBYTE, GpuCounts.of("h100", 8));

    @Test
    void addsTheNodesOfAWaitingJobToThoseOfARunningOne() {
        PoolDemand demand = demand(
                pool("cpu").with(2, Condition.BUSY),
                job(1).nodes(2).exclusive().runningOn("cpu-[0-1]"),
                job(2).nodes(2).exclusive());

        assertThat(demand.nodes().busy()).isEqualTo(2);
        assertThat(demand.pendingNodes()).isEqualTo(2);
        assertThat(demand.desired()).isEqualTo(4);
    }

    @Test
    void countsNodesFromTasksAndCpusAndNotFromSlurmsGuess() {
        PoolDemand demand = demand(pool("cpu"), job(1).tasks(64).cpusPerTask(4).slurmNodes(64));

        assertThat(demand.desired()).isEqualTo(3);
    }

    @Test
    void countsNodesFromGpusOfTasks() {
        PoolDemand demand = demand(pool("cpu").of(EIGHT_GPUS), job(1).tasks(10).gpusPerTask("h100", 1));

        assertThat(demand.desired()).isEqualTo(2);
    }

    /**
     * Each task requests two GPUs with {@code --mem-per-gpu=200G}. Slurm reports 200 GiB as the memory per node, but a
     * node of 768 GiB has room for only one task of 400 GiB.
     */
    @Test
    void countsTheMemoryOfAllGpusOnANode() {
        PoolDemand demand = demand(
                pool("cpu").of(EIGHT_GPUS),
                job(1).array(1, 3, 0)
                        .gpusPerNode("h100", 2)
                        .memoryPerNode(200 * GIBIBYTE)
                        .request(new JobRequest(1, 1, 400 * GIBIBYTE, GpuCounts.of("h100", 2))));

        assertThat(demand.desired()).isEqualTo(3);
    }

    /** With {@code --ntasks-per-gpu=1}, Slurm reports GPUs only as the total of the job. */
    @Test
    void countsGpusThatFollowFromTheNumberOfTasks() {
        PoolDemand demand = demand(
                pool("cpu").of(EIGHT_GPUS),
                job(1).tasks(16).request(new JobRequest(1, 16, 0, GpuCounts.of(GpuCounts.UNTYPED, 16))));

        assertThat(demand.desired()).isEqualTo(2);
    }

    @Test
    void takesOfAnArrayWhatItsLimitLetsRunBesideWhatRuns() {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            jobs.add(job(100 + i)
                    .array(1, 1, 10)
                    .exclusive()
                    .runningOn("cpu-" + i)
                    .build());
        }
        jobs.add(job(1).array(1, 96, 10).exclusive().build());

        ScalingDemand demand = ScalingInputBuilder.of(pool("cpu").with(4, Condition.BUSY))
                .jobs(jobs)
                .demand();

        PoolDemand cpu = demand.pools().get(0);
        assertThat(cpu.pendingNodes()).isEqualTo(6);
        assertThat(cpu.desired()).isEqualTo(10);
        assertThat(cpu.pendingJobs()).isEqualTo(Map.of(PendingClass.ELIGIBLE, 6L, PendingClass.WAITING, 90L));
        assertThat(demand.jobs().get(0).why()).isEqualTo("the array's task limit lets 6 of 96 tasks start now");
    }

    @Test
    void countsAJobOfTwoPartitionsOnceWhereANodeIsIdle() {
        ScalingDemand demand = ScalingInputBuilder.of(
                        pool("gpu").of(EIGHT_GPUS), pool("cpu").with(1, Condition.IDLE))
                .jobs(job(1).in("gpu,cpu"))
                .demand();

        assertThat(demand.pools())
                .extracting(PoolDemand::pool)
                .extracting(PoolName::name)
                .containsExactly("cpu", "gpu");
        assertThat(demand.pools()).extracting(PoolDemand::pendingNodes).containsExactly(1L, 0L);
        assertThat(demand.pools()).extracting(PoolDemand::desired).containsExactly(1L, 0L);
        assertThat(demand.choices()).isEqualTo(Map.of(1L, TestPool.nameOf("cpu")));
    }

    /** Nodes with 16 CPUs. */
    @ParameterizedTest
    @CsvSource({
        "'2,5,8', 40, 5",
        "'2,5,8', 32, 2",
        "'2,5,8', 80, 5",
        "'2,5,8', 81, 8",
        "'2,5,8', 129, 0",
        "'2-4,8', 40, 3",
        "2-8:3, 40, 5",
        "2-7:3, 96, 0"
    })
    void takesTheSmallestNumberOfNodesOfAList(String counts, long tasks, long nodes) {
        JobPlacement list =
                new JobPlacement(0, 0, 0, 0, false, "", 0, 0, GresCounts.NONE, List.of(counts.split(",", -1)), 0);

        assertThat(demand(
                                pool("cpu").of(shape(16, 64 * GIBIBYTE, GpuCounts.NONE)),
                                job(1).nodes(2).maximumNodes(8).tasks(tasks).placement(list))
                        .desired())
                .isEqualTo(nodes);
    }

    @Test
    void countsAnArrayOfAHundredThousandTasksByArithmetic() {
        PoolDemand demand = demand(pool("cpu").between(0, 2_000), job(1).array(1, 100_000, 0));

        // 100,000 tasks with one CPU on nodes with 96 CPUs: 1041.7 nodes.
        assertThat(demand.desired()).isEqualTo(1_042);
    }

    @Test
    void countsAJobThatWasSubmittedByAClockAheadOfOurs() {
        PoolDemand demand = demand(
                pool("cpu"), job(1).exclusive().submittedAt(JobBuilder.NOW + 5).eligibleAt(JobBuilder.NOW + 5));

        assertThat(demand.desired()).isEqualTo(1);
    }
}
