package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.nameOf;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.life.RunTimes;
import dev.sluice.exporter.derive.scaling.pool.FreeCapacity;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests jobs that wait for running jobs; the expected values are calculated by hand. A node needs 600 s to start. Each
 * job uses complete nodes.
 */
class ExpectedEndsTest {

    private static final ScalingPolicy POLICY =
            ScalingPolicy.DEFAULT.with(new ScalingPolicy.Saving(Duration.ZERO, true));

    private final RunTimes runTimes = new RunTimes();
    private Map<PoolName, Duration> startTimes = Map.of(nameOf("cpu"), Duration.ofMinutes(10));

    /** A job with a time limit of one hour that has run for the given number of seconds. */
    private static JobBuilder running(int node, long seconds) {
        return job(100 + node)
                .exclusive()
                .timeLimit(3_600)
                .runningOn("cpu-" + node)
                .ran(NOW - seconds, 0);
    }

    private static JobBuilder pending(long id) {
        return job(id).exclusive().timeLimit(3_600).submittedAt(NOW - 60).eligibleAt(NOW - 60);
    }

    private PoolDemand demand(TestPool pool, JobBuilder... jobs) {
        return ScalingInputBuilder.of(pool)
                .policy(POLICY)
                .runTimes(runTimes)
                .startTimes(startTimes)
                .jobs(Arrays.stream(jobs).map(JobBuilder::build).toList())
                .demand()
                .pools()
                .get(0);
    }

    private long desired(TestPool pool, JobBuilder... jobs) {
        return demand(pool, jobs).desired();
    }

    @Test
    void startsNoNodeThatWouldBeReadyLaterThanAJobEnds() {
        PoolDemand demand = demand(pool("cpu").with(1, Condition.BUSY), running(0, 3_100), pending(1));

        assertThat(demand.desired()).isEqualTo(1);
        assertThat(demand.pendingNodes()).isEqualTo(1);
        assertThat(demand.reasons())
                .containsExactly(
                        "1 job needs 1 node beyond the 1 busy",
                        "1 node fewer: running jobs are expected to end before nodes could start");
    }

    @Test
    void startsANodeThatIsReadyBeforeAJobEnds() {
        assertThat(desired(pool("cpu").with(1, Condition.BUSY), running(0, 3_000), pending(1)))
                .isEqualTo(2);
    }

    @Test
    void startsWhatIsMissing() {
        TestPool pool = pool("cpu").with(3, Condition.BUSY);

        // Two of the three jobs end in time.
        assertThat(desired(
                        pool,
                        running(0, 3_100),
                        running(1, 3_500),
                        running(2, 0),
                        pending(1).nodes(4)))
                .isEqualTo(5);
        assertThat(desired(pool, running(0, 3_100), running(1, 3_500), running(2, 0), pending(1)))
                .isEqualTo(3);
    }

    @Test
    void goesByTheLearnedShareOfTheLimit() {
        for (int i = 0; i < 3; i++) {
            runTimes.learn(pending(1)
                    .state(JobState.COMPLETED, JobState.COMPLETED)
                    .ran(NOW, NOW + 900)
                    .build());
        }
        TestPool pool = pool("cpu").with(1, Condition.BUSY);

        // The jobs use a quarter of their time limit, so 500 s or 700 s are left.
        assertThat(desired(pool, running(0, 400), pending(1))).isEqualTo(1);
        assertThat(desired(pool, running(0, 200), pending(1))).isEqualTo(2);
        // The job has run longer than a quarter of its time limit. The job therefore counts with the full time limit,
        // and 2,600 s are left.
        assertThat(desired(pool, running(0, 1_000), pending(1))).isEqualTo(2);
    }

    @Test
    void addsUpHowLikelyEachNodeIsToBeFreeInTime() {
        for (long seconds : new long[] {200, 900, 900, 1_800}) {
            runTimes.learn(pending(1)
                    .state(JobState.COMPLETED, JobState.COMPLETED)
                    .ran(NOW, NOW + seconds)
                    .build());
        }
        JobBuilder[] jobs = {running(0, 400), running(1, 400), running(2, 1_000), pending(1), pending(2)};

        // Three jobs ran longer than 400 s, and two of these jobs ended within 600 s. The node therefore counts as 2/3
        // of a node. The job that has run for 1,000 s ends later.
        assertThat(desired(pool("cpu").with(1, Condition.BUSY), jobs[0], jobs[3], jobs[4]))
                .isEqualTo(3);
        assertThat(desired(pool("cpu").with(2, Condition.BUSY), jobs[0], jobs[1], jobs[3], jobs[4]))
                .isEqualTo(3);
        assertThat(desired(pool("cpu").with(3, Condition.BUSY), jobs)).isEqualTo(4);
        // Both jobs of a node must end. The probability is 2/3 x 2/3 for each of two nodes.
        JobBuilder[] beside = {
            job(200).timeLimit(3_600).runningOn("cpu-0").ran(NOW - 400, 0),
            job(201).timeLimit(3_600).runningOn("cpu-1").ran(NOW - 400, 0)
        };
        assertThat(desired(
                        pool("cpu").with(2, Condition.BUSY), jobs[0], beside[0], jobs[1], beside[1], jobs[3], jobs[4]))
                .isEqualTo(4);
    }

    @Test
    void startsNodesBesideJobsOfWhichNobodyKnowsTheEnd() {
        TestPool pool = pool("cpu").with(1, Condition.BUSY);

        assertThat(desired(pool, running(0, 3_100).timeLimit(0), pending(1))).isEqualTo(2);
        assertThat(desired(pool, running(0, 3_700), pending(1))).isEqualTo(2);
        assertThat(desired(pool, running(0, 3_100).state(JobState.RUNNING, JobState.COMPLETING), pending(1)))
                .isEqualTo(2);
        assertThat(desired(pool, pending(1))).isEqualTo(2);
    }

    @Test
    void startsNodesBeforeItHasSeenHowLongThatTakes() {
        startTimes = Map.of();

        assertThat(desired(pool("cpu").with(1, Condition.BUSY), running(0, 3_100), pending(1)))
                .isEqualTo(2);
    }

    @Test
    void putsAJobOffForNoLongerThanANodeTakesToStart() {
        TestPool pool = pool("cpu").with(2, Condition.BUSY);
        JobBuilder[] ending = {running(0, 3_100), running(1, 3_100)};

        assertThat(desired(
                        pool,
                        ending[0],
                        ending[1],
                        pending(1).submittedAt(NOW - 599).eligibleAt(NOW - 599)))
                .isEqualTo(2);
        assertThat(desired(
                        pool,
                        ending[0],
                        ending[1],
                        pending(1).submittedAt(NOW - 600).eligibleAt(NOW - 600)))
                .isEqualTo(3);
        // One of the two jobs is overdue. The other job waits for the second node that becomes free.
        assertThat(desired(
                        pool,
                        ending[0],
                        ending[1],
                        pending(1).submittedAt(NOW - 900).eligibleAt(NOW - 900),
                        pending(2)))
                .isEqualTo(3);
        // Until a minute ago, the job was held or had a later begin time.
        assertThat(desired(
                        pool,
                        ending[0],
                        ending[1],
                        pending(1).submittedAt(NOW - 900).eligibleAt(NOW - 60)))
                .isEqualTo(2);
    }

    @Test
    void takesADrainingNodeForNoHelp() {
        TestPool pool = pool("cpu").with(Condition.BUSY, true, FreeCapacity.NONE);

        assertThat(desired(pool, running(0, 3_100), pending(1))).isEqualTo(2);
    }

    @Test
    void countsOfSharedNodesWhatJobsHave() {
        // Half of the CPUs of each node are free now. The job fits on neither node. Two half nodes count as one node.
        assertThat(desired(pool("cpu").mixed(48), running(0, 3_100), pending(1)))
                .isEqualTo(2);
        assertThat(desired(pool("cpu").mixed(48).mixed(48), running(0, 3_100), running(1, 3_100), pending(1)))
                .isEqualTo(2);
    }

    @Test
    void keepsNodesThatAreThereForTheJobs() {
        assertThat(desired(pool("cpu").with(1, Condition.BUSY).with(1, Condition.IDLE), running(0, 3_100), pending(1)))
                .isEqualTo(2);
        assertThat(desired(
                        pool("cpu").with(1, Condition.BUSY).with(1, Condition.STARTING), running(0, 3_100), pending(1)))
                .isEqualTo(2);
    }

    @Test
    void leavesNodesThatJobsNameToThem() {
        TestPool pool = pool("cpu").with(1, Condition.BUSY).with(1, Condition.GHOST);

        assertThat(desired(pool, running(0, 3_100), pending(1).requiring("cpu-1")))
                .isEqualTo(2);
    }
}
