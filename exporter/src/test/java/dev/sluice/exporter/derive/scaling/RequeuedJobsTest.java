package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeReason;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a job that needs four nodes, and is requeued on its nodes cpu-0 to cpu-3. */
class RequeuedJobsTest {

    private static final Optional<NodeReason> DOWN = Optional.of(NodeReason.OTHER);

    private static JobBuilder requeued() {
        return job(1).state(JobState.PENDING, JobState.COMPLETING)
                .reason("None")
                .restarts(1)
                .nodes(4)
                .exclusive()
                .allocation(Tres.NONE, "cpu-[0-3]");
    }

    private static ScalingDemand demand(TestPool pool, JobBuilder... jobs) {
        return ScalingInputBuilder.of(pool).jobs(jobs).demand();
    }

    private static long desired(TestPool pool, JobBuilder... jobs) {
        return demand(pool, jobs).pools().get(0).desired();
    }

    private static TestPool three(MemberBuilder fourth) {
        return pool("cpu").with(3, Condition.BUSY).with(fourth.ordinal(3).build());
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            names = {"COMPLETING", "EXPEDITING"})
    void needsNothingBeyondItsNodes(JobState state) {
        ScalingDemand demand =
                demand(pool("cpu").with(4, Condition.BUSY), requeued().state(JobState.PENDING, state));

        assertThat(demand.pools().get(0).desired()).isEqualTo(4);
        assertThat(demand.jobs().get(0).verdict()).isEqualTo(Verdict.REQUEUED);
        assertThat(demand.jobs().get(0).nodesEach()).isEqualTo(4);
        assertThat(demand.jobs().get(0).why()).isEqualTo("the job is requeued, its nodes are completing");
    }

    @Test
    void needsAReplacementForANodeThatCannotTakeItBack() {
        MemberBuilder fourth = MemberBuilder.member("cpu-3", Condition.BUSY);

        assertThat(desired(three(fourth.outOfService(DOWN)), requeued())).isEqualTo(5);
        assertThat(desired(three(fourth.draining(true)), requeued())).isEqualTo(5);
        assertThat(desired(three(MemberBuilder.member("cpu-3", Condition.GHOST)), requeued()))
                .isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"130, 1, 4", "131, 1, 0", "120, 0, 0"})
    void keepsItsIdleNodesDuringTheRequeueDelay(long secondsToBegin, int restarts, long desired) {
        JobBuilder waiting = requeued()
                .state(JobState.PENDING)
                .allocation(Tres.NONE, "")
                .reason("BeginTime")
                .restarts(restarts)
                .eligibleAt(NOW + secondsToBegin);

        assertThat(desired(pool("cpu").with(4, Condition.IDLE), waiting)).isEqualTo(desired);
    }

    @Test
    void aPreemptorGetsNodesWhileItsVictimCompletes() {
        JobBuilder preemptor = job(2).priority(100).nodes(4).exclusive();

        assertThat(desired(pool("cpu").with(4, Condition.BUSY), requeued(), preemptor))
                .isEqualTo(8);
    }

    @Test
    void aFinishedExpeditedRequeueNeedsAllItsNodes() {
        JobBuilder expediting =
                requeued().state(JobState.PENDING, JobState.EXPEDITING).allocation(Tres.NONE, "");

        assertThat(desired(pool("cpu").with(4, Condition.IDLE), expediting)).isEqualTo(4);
        assertThat(demand(pool("cpu"), expediting).pools().get(0).pendingJobs())
                .isEqualTo(Map.of(PendingClass.ELIGIBLE, 1L));
    }
}
