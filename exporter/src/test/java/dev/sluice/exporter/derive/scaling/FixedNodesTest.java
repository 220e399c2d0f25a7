package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.PartitionState;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.job.JobBuilder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests clusters of which only a part can be scaled. */
class FixedNodesTest {

    private static final long GIB = 1L << 30;
    private final FixedNodes twoWithA100 =
            new FixedNodes(Set.of("cpu"), TestPool.shape(64, 512 * GIB, GpuCounts.of("a100", 8)), 2);

    private List<Partition> partitions = List.of();

    @Test
    void aJobForNodesOfNoPoolIsNeitherDemandNorImpossible() {
        ScalingDemand demand = demand(job(1).gpusPerTask("a100", 4));

        JobExplanation explained = demand.jobs().get(0);
        assertThat(explained.verdict()).isEqualTo(Verdict.ELSEWHERE);
        assertThat(explained.pendingClass()).isEqualTo(PendingClass.ELIGIBLE);
        assertThat(explained.pool()).isEmpty();
        assertThat(explained.why()).isEqualTo("only nodes outside all NodeSets match the job");
        assertThat(demand.pools().get(0).pendingJobs()).isEmpty();
        assertThat(demand.pools().get(0).unsatisfiable()).isEmpty();
        assertThat(demand.pools().get(0).desired()).isZero();
        assertThat(demand(job(1).nodes(2).gpusPerTask("a100", 8)).jobs().get(0).verdict())
                .isEqualTo(Verdict.ELSEWHERE);
    }

    @Test
    void aJobThatIsTooLargeForThemTooIsImpossible() {
        assertThat(demand(job(1).nodes(3).gpusPerTask("a100", 8)).jobs().get(0).verdict())
                .isEqualTo(Verdict.IMPOSSIBLE);
        assertThat(demand(job(1).gpusPerTask("h200", 1)).jobs().get(0).verdict())
                .isEqualTo(Verdict.IMPOSSIBLE);
    }

    @Test
    void aJobThatAPoolCanServeStaysItsDemand() {
        assertThat(demand(job(1).exclusive()).pools().get(0).desired()).isEqualTo(1);
    }

    @Test
    void aPartitionThatIsDownServesNobody() {
        partitions = List.of(
                PartitionBuilder.partition("cpu").state(PartitionState.DOWN).build());

        assertThat(demand(job(1).gpusPerTask("a100", 4)).jobs().get(0).verdict())
                .isEqualTo(Verdict.IMPOSSIBLE);
    }

    @Test
    void thePartitionsOwnLimitHoldsForThemToo() {
        partitions = List.of(PartitionBuilder.partition("cpu").maxNodes(1).build());

        assertThat(demand(job(1).nodes(2).gpusPerTask("a100", 8)).jobs().get(0).verdict())
                .isEqualTo(Verdict.IMPOSSIBLE);
    }

    private ScalingDemand demand(JobBuilder job) {
        return ScalingInputBuilder.of(pool("cpu").between(0, 4))
                .fixed(List.of(twoWithA100))
                .jobs(job)
                .partitions(partitions)
                .demand();
    }
}
