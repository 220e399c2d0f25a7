package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.nameOf;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.HeadOfLine.Contradiction;
import dev.sluice.exporter.derive.scaling.HeadOfLine.ShapeClass;
import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.signal.Distrust;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests jobs for which Slurm contradicts the model, and the additional nodes for these jobs. */
class ContradictionTest {

    @Test
    void resourcesThoughIdleNodesOrRoomBesideRunningJobsFitIsAContradiction() {
        ScalingDemand demand = demand(pool("cpu").with(2, Condition.IDLE), wide(1).slurmNodes(4));

        assertThat(demand.contradictions())
                .singleElement()
                .returns(1L, Contradiction::jobId)
                .returns(nameOf("cpu"), Contradiction::pool)
                .returns(2L, Contradiction::idle)
                .returns(2L, Contradiction::nodes)
                .returns(4L, Contradiction::slurmNodes)
                .returns(ShapeClass.WHOLE_NODES, Contradiction::shape);
        assertThat(desired(demand)).isEqualTo(2);
        ScalingDemand beside = demand(pool("cpu").mixed(8), job(1).cpusPerTask(4));
        assertThat(beside.contradictions()).extracting(Contradiction::shape).containsExactly(ShapeClass.ONE_NODE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Priority",
                "None",
                "Licenses",
                "QOSMaxNodePerUserLimit",
                "Reservation",
                "Dependency",
                "BeginTime"
            })
    void anotherReasonIsNone(String reason) {
        assertThat(demand(pool("cpu").with(2, Condition.IDLE), wide(1).reason(reason))
                        .contradictions())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ReqNodeNotAvail", "PartitionConfig", "PartitionNodeLimit"})
    void nodesThatAreAwayMakeItAnotherReason(String reason) {
        JobBuilder job = wide(1).reason(reason);

        assertThat(demand(pool("cpu").with(2, Condition.IDLE).with(2, Condition.GHOST), job)
                        .contradictions())
                .hasSize(1);
    }

    @Test
    void aJobThatAMaintenanceHoldsBackHasAnExpectedStart() {
        JobBuilder job = wide(1).reason("ReqNodeNotAvail").expectedStartAt(NOW + 7_200);

        assertThat(demand(pool("cpu").with(2, Condition.IDLE), job).contradictions())
                .isEmpty();
        assertThat(demand(pool("cpu").with(2, Condition.IDLE), job.expectedStartAt(NOW))
                        .contradictions())
                .as("slurmctld sets the current time while the reason changes")
                .hasSize(1);
    }

    @Test
    void nodesThatStartOrCannotTakeWorkExplainTheReason() {
        TestPool starting = pool("cpu").with(1, Condition.IDLE).with(1, Condition.STARTING);
        TestPool unusable = pool("cpu").with(1, Condition.IDLE).with(1, Condition.UNUSABLE);

        assertThat(demand(starting, wide(1)).contradictions()).isEmpty();
        assertThat(demand(unusable, wide(1)).contradictions()).isEmpty();
        assertThat(demand(pool("cpu").with(1, Condition.BUSY), job(1)).contradictions())
                .as("a completing node")
                .isEmpty();
    }

    @Test
    void aPoolAtItsMaximumHasNothingToAdd() {
        assertThat(demand(pool("cpu").between(0, 2).with(2, Condition.IDLE), wide(1))
                        .contradictions())
                .extracting(Contradiction::grows)
                .containsExactly(false);
    }

    @Test
    void onlyTheFirstInLineIsJudged() {
        TestPool pool = pool("cpu").between(0, 5).with(2, Condition.BUSY).with(2, Condition.IDLE);

        // Slurm reserves the idle nodes for the first job. The first job does not fit on these nodes.
        assertThat(demand(pool, job(1).priority(2_000).nodes(4).exclusive(), wide(2))
                        .contradictions())
                .isEmpty();
        assertThat(demand(pool, wide(1).priority(2_000).reason("Priority"), job(2))
                        .contradictions())
                .isEmpty();
    }

    @Test
    void nodesThatAreKeptForAJobOfAHigherPriorityTierExplainTheReason() {
        TestPool pool = pool("cpu")
                .in("cpu", "high")
                .between(0, 5)
                .with(2, Condition.BUSY)
                .with(2, Condition.IDLE);

        ScalingInputBuilder input = ScalingInputBuilder.of(pool)
                .jobs(wide(1), job(2).in("high").priority(1).nodes(4).exclusive());

        assertThat(input.demand().contradictions()).hasSize(1);
        assertThat(input.tier("high", 10).demand().contradictions()).isEmpty();
    }

    @Test
    void aJobThatOnlyCertainNodesHelpAndAHeterogeneousJobAreLeftOut() {
        JobPlacement reserved = JobPlacement.reserved("training");

        assertThat(demand(pool("cpu").with(2, Condition.IDLE), job(1).requiring("cpu-0"))
                        .contradictions())
                .isEmpty();
        assertThat(demand(pool("cpu").with(2, Condition.IDLE), wide(1).placement(reserved))
                        .contradictions())
                .isEmpty();
        assertThat(demand(pool("cpu").with(6, Condition.IDLE), wide(1).het(1), wide(2).het(1), wide(3))
                        .contradictions())
                .isEmpty();
    }

    @Test
    void slurmsNumberIsNotTakenWhereItIsTheMostThatTheJobAccepts() {
        JobBuilder range = wide(1).maximumNodes(64).slurmNodes(64);

        assertThat(demand(pool("cpu").with(2, Condition.IDLE), range).contradictions())
                .extracting(Contradiction::slurmNodes)
                .containsExactly(0L);
    }

    @Test
    void extraNodesRaiseTheNumberAndTheExplanationSaysWhy() {
        PoolDemand demand = withExtra(2, pool("cpu").with(2, Condition.IDLE));

        assertThat(demand.desired()).isEqualTo(4);
        assertThat(demand.reasons())
                .contains("Slurm reports Resources for a job although 2 idle nodes fit: 2 more nodes requested");
    }

    @Test
    void extraNodesStayBelowTheMaximumAndCountForNothingOnceTheJobIsGone() {
        PoolDemand demand =
                withExtra(9, pool("cpu").between(0, 5).with(1, Condition.BUSY).with(2, Condition.IDLE));
        ScalingDemand gone = demand(Map.of(77L, 5L), pool("cpu").with(2, Condition.IDLE), wide(1));

        assertThat(demand.desired()).isEqualTo(5);
        assertThat(demand.reasons())
                .contains("Slurm reports Resources for a job although 2 idle nodes fit: 2 more nodes requested");
        assertThat(desired(gone)).isEqualTo(2);
    }

    /**
     * Tests a job that needs four nodes. Neither the model nor Slurm predicts this number. A node needs a minute to
     * start.
     */
    @Test
    void theNumberRisesByItselfUntilTheJobStarts() {
        Distrust distrust = new Distrust();
        List<Long> numbers = new ArrayList<>();
        long idle = 2;
        long sinceRaised = 0;
        long second = 0;
        while (idle < 4 && second < 3_600) {
            TestPool pool = pool("cpu").with((int) idle, Condition.IDLE);
            ScalingDemand demand = demand(distrust.extraNodes(), pool, wide(1));
            distrust.observe(demand, Instant.ofEpochSecond(NOW + second));
            if (numbers.isEmpty() || numbers.get(numbers.size() - 1) != desired(demand)) {
                numbers.add(desired(demand));
                sinceRaised = second;
            }
            idle = second - sinceRaised >= 60 ? desired(demand) : idle;
            second += 15;
        }
        ScalingDemand started =
                demand(distrust.extraNodes(), pool("cpu").with(4, Condition.BUSY), job(1).runningOn("cpu-[0-3]"));
        distrust.observe(started, Instant.ofEpochSecond(NOW + second));

        assertThat(numbers).containsExactly(2L, 3L, 4L);
        // Each of two steps takes two minutes of contradiction, one poll to react, and one minute and one poll to start
        // a node.
        assertThat(second).isLessThanOrEqualTo(2 * (120 + 15 + 60 + 15));
        assertThat(desired(started)).isEqualTo(4);
        assertThat(distrust.extraNodes()).isEmpty();
    }

    /** Tests a job that never starts. Nodes start at once, and the autoscaler removes idle nodes. */
    @Test
    void nodesThatDoNotHelpAreGivenBackUntilTheJobOrTheNodesChange() {
        Distrust distrust = new Distrust();

        assertThat(numbers(distrust, 8, wide(1), 0)).containsExactly(2L, 3L, 4L, 5L, 0L);
        assertThat(numbers(distrust, 8, wide(1).slurmNodes(7), 3_600)).containsExactly(0L);
        assertThat(explained(distrust, 8, wide(1)))
                .returns(Verdict.NOT_HELPED, JobExplanation::verdict)
                .returns("3 more nodes did not help", JobExplanation::why);
        assertThat(explained(distrust, 9, wide(1)).verdict()).isEqualTo(Verdict.COUNTED);
        assertThat(explained(distrust, 8, wide(1).timeLimit(60)).verdict()).isEqualTo(Verdict.COUNTED);
        assertThat(numbers(distrust, 8, wide(1).cpusPerTask(2), 7_200)).containsExactly(2L, 3L, 4L, 5L, 0L);
    }

    @Test
    void nodesAtTheMaximumThatDoNotHelpAreGivenBack() {
        Distrust distrust = new Distrust();

        assertThat(numbers(distrust, 3, wide(1), 0)).containsExactly(2L, 3L, 0L);
        assertThat(explained(distrust, 3, wide(1)).why()).isEqualTo("1 more node did not help");
        assertThat(numbers(distrust, 2, wide(2), 3_600)).containsExactly(2L, 0L);
        assertThat(explained(distrust, 2, wide(2)).why()).isEqualTo("idle nodes did not help");
    }

    /** Returns the consecutive desired numbers within an hour. */
    private static List<Long> numbers(Distrust distrust, long max, JobBuilder job, long start) {
        List<Long> numbers = new ArrayList<>();
        long idle = 0;
        for (long second = start; second < start + 3_600; second += 15) {
            TestPool pool = pool("cpu").between(0, max).with((int) idle, Condition.IDLE);
            ScalingDemand demand = demand(distrust, pool, job);
            distrust.observe(demand, Instant.ofEpochSecond(NOW + second));
            idle = desired(demand);
            if (numbers.isEmpty() || numbers.get(numbers.size() - 1) != idle) {
                numbers.add(idle);
            }
        }
        return numbers;
    }

    private static JobExplanation explained(Distrust distrust, long max, JobBuilder job) {
        return demand(distrust, pool("cpu").between(0, max), job).jobs().get(0);
    }

    private static ScalingDemand demand(Distrust distrust, TestPool pool, JobBuilder... jobs) {
        return ScalingInputBuilder.of(pool)
                .jobs(jobs)
                .extraNodes(distrust.extraNodes())
                .unhelped(distrust.unhelped())
                .demand();
    }

    private static JobBuilder wide(long id) {
        return job(id).nodes(2).exclusive();
    }

    private static PoolDemand withExtra(long nodes, TestPool pool) {
        return demand(Map.of(1L, nodes), pool, wide(1)).pools().get(0);
    }

    private static long desired(ScalingDemand demand) {
        return demand.pools().get(0).desired();
    }

    private static ScalingDemand demand(TestPool pool, JobBuilder... jobs) {
        return demand(Map.of(), pool, jobs);
    }

    private static ScalingDemand demand(Map<Long, Long> extraNodes, TestPool pool, JobBuilder... jobs) {
        return ScalingInputBuilder.of(pool).jobs(jobs).extraNodes(extraNodes).demand();
    }

    @Test
    void theFirstShapeThatAppliesIsUsed() {
        assertThat(ShapeClass.of(job(1).gpus("h100", 1).array(1, 2, 0).build(), 1))
                .isEqualTo(ShapeClass.GRES);
        assertThat(ShapeClass.of(job(1).array(1, 2, 0).exclusive().build(), 2)).isEqualTo(ShapeClass.ARRAY);
        assertThat(ShapeClass.of(job(1).exclusive().build(), 2)).isEqualTo(ShapeClass.WHOLE_NODES);
        assertThat(ShapeClass.of(job(1).build(), 2)).isEqualTo(ShapeClass.SEVERAL_NODES);
        assertThat(ShapeClass.of(job(1).build(), 1)).isEqualTo(ShapeClass.ONE_NODE);
    }
}
