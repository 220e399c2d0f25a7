package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests jobs whose components start together or not at all. slurmctld gives each component nodes of its own, which the
 * component can share with other jobs. Each node has 96 CPUs. The expected values are calculated by hand.
 */
class HeterogeneousJobsTest {

    private static ScalingDemand demand(TestPool pool, JobBuilder... jobs) {
        return ScalingInputBuilder.of(pool).jobs(jobs).demand();
    }

    private static PoolDemand only(ScalingDemand demand) {
        assertThat(demand.pools()).hasSize(1);
        return demand.pools().get(0);
    }

    private static long desired(TestPool pool, JobBuilder... jobs) {
        return only(demand(pool, jobs)).desired();
    }

    private static Map<Long, Verdict> verdicts(ScalingDemand demand) {
        return demand.jobs().stream().collect(Collectors.toMap(JobExplanation::jobId, JobExplanation::verdict));
    }

    private static Member busy(int ordinal, long freeCpus) {
        return MemberBuilder.member("cpu-" + ordinal, Condition.BUSY)
                .ordinal(ordinal)
                .free(new NodeResources(freeCpus, 0, GpuCounts.NONE))
                .build();
    }

    private static JobBuilder component(long id, long tasks) {
        return job(id).het(1).tasks(tasks);
    }

    @Test
    void componentsOfOneJobDoNotShareNodes() {
        assertThat(desired(pool("cpu"), component(1, 8), component(2, 24))).isEqualTo(2);
        assertThat(desired(pool("cpu"), component(1, 8), component(2, 24), component(3, 100)))
                .isEqualTo(4);
    }

    @Test
    void otherJobsUseTheRestOfTheirNodes() {
        assertThat(desired(pool("cpu"), component(1, 8), component(2, 24), job(3).tasks(88 + 72)))
                .isEqualTo(2);
        assertThat(desired(
                        pool("cpu"),
                        component(1, 8),
                        component(2, 24),
                        job(3).het(3).tasks(8),
                        job(4).het(3).tasks(24)))
                .isEqualTo(2);
    }

    @Test
    void componentsUseDifferentBusyNodes() {
        TestPool two = pool("cpu").with(busy(0, 40)).with(busy(1, 30));

        assertThat(desired(two, component(1, 8), component(2, 24))).isEqualTo(2);
        assertThat(desired(two, component(1, 8), component(2, 24), component(3, 1)))
                .isEqualTo(3);
    }

    @Test
    void eachComponentCountsAndIsExplained() {
        ScalingDemand demand = demand(pool("cpu"), component(1, 8), component(2, 100));

        assertThat(only(demand).pendingJobs()).isEqualTo(Map.of(PendingClass.ELIGIBLE, 2L));
        assertThat(demand.jobs())
                .extracting(
                        JobExplanation::jobId,
                        JobExplanation::verdict,
                        JobExplanation::counted,
                        JobExplanation::newNodes)
                .containsExactlyInAnyOrder(tuple(1L, Verdict.COUNTED, 1L, 1L), tuple(2L, Verdict.COUNTED, 1L, 2L));
    }

    @Test
    void nothingCountsIfTheMaximumHasNoRoomForAllComponents() {
        ScalingDemand demand = demand(pool("cpu").between(0, 1), component(1, 8), component(2, 24), job(3).tasks(96));

        assertThat(only(demand).desired()).isEqualTo(1);
        assertThat(only(demand).blockedJobs()).isEqualTo(2);
        assertThat(only(demand).pendingJobs()).isEqualTo(Map.of(PendingClass.ELIGIBLE, 3L));
        assertThat(verdicts(demand)).isEqualTo(Map.of(1L, Verdict.BLOCKED, 2L, Verdict.BLOCKED, 3L, Verdict.COUNTED));
    }

    @Test
    void componentsCountInTheirNodeSetsOrNowhere() {
        TestPool cpu = pool("cpu");
        TestPool gpu = pool("gpu").between(0, 2);
        JobBuilder wide = job(2).het(1).in("gpu").nodes(2).exclusive();

        assertThat(desired(List.of(cpu, gpu), component(1, 8), wide)).containsExactly(1L, 2L);
        assertThat(desired(
                        List.of(cpu, gpu),
                        component(1, 8),
                        wide,
                        job(9).priority(9_999).in("gpu").exclusive()))
                .containsExactly(0L, 1L);
    }

    @ParameterizedTest
    @CsvSource({"'', b", "a, a"})
    void aComponentTakesTheCheaperNodeSetAndStaysWithItsChoice(String before, String chosen) {
        ScalingDemand demand = ScalingInputBuilder.of(List.of(
                        pool("a").in("cpu").cost(5).build(),
                        pool("b").in("cpu").cost(1).build(),
                        pool("c").build()))
                .jobs(component(1, 8), component(2, 8).in("c"))
                .choices(before.isEmpty() ? Map.of() : Map.of(1L, TestPool.nameOf(before)))
                .demand();

        assertThat(demand.choices()).isEqualTo(Map.of(1L, TestPool.nameOf(chosen)));
    }

    private static List<Long> desired(List<TestPool> pools, JobBuilder... jobs) {
        return ScalingInputBuilder.of(pools.toArray(TestPool[]::new)).jobs(jobs).demand().pools().stream()
                .map(PoolDemand::desired)
                .toList();
    }

    @Test
    void nothingCountsIfAComponentIsHeld() {
        ScalingDemand demand =
                demand(pool("cpu"), component(1, 8), component(2, 24).held().reason("JobHeldUser"));

        assertThat(only(demand).desired()).isZero();
        assertThat(only(demand).pendingJobs()).isEqualTo(Map.of(PendingClass.WAITING, 2L));
        assertThat(verdicts(demand)).isEqualTo(Map.of(1L, Verdict.INCOMPLETE, 2L, Verdict.HELD));
    }

    @Test
    void nothingCountsIfAComponentFitsOnNoNode() {
        ScalingDemand demand =
                demand(pool("cpu"), component(1, 8), component(2, 1).cpusPerTask(97));

        assertThat(only(demand).desired()).isZero();
        assertThat(only(demand).unsatisfiable()).isEqualTo(Map.of(UnsatisfiableCause.CPU_TOO_LARGE, 1L));
        assertThat(verdicts(demand)).isEqualTo(Map.of(1L, Verdict.INCOMPLETE, 2L, Verdict.IMPOSSIBLE));
    }
}
