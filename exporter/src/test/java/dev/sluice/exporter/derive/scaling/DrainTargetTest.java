package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.nameOf;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.life.RunTimes;
import dev.sluice.exporter.derive.scaling.pool.FreeCapacity;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests a drain target of 300 s; the expected values are calculated by hand. Each job uses a node for 60 s, so 5 jobs
 * can run on a node within the drain target.
 */
class DrainTargetTest {

    private static final ScalingPolicy POLICY = ScalingPolicy.DEFAULT.withDrainTarget(Duration.ofMinutes(5));

    private final RunTimes runTimes = new RunTimes();
    private Map<Long, Long> extraNodes = Map.of();

    private static JobBuilder minute(long id) {
        return job(id).exclusive().timeLimit(60);
    }

    private static List<Job> minutes(int count) {
        List<Job> jobs = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            jobs.add(minute(id).build());
        }
        return jobs;
    }

    private static List<Job> with(List<Job> jobs, JobBuilder... more) {
        List<Job> all = new ArrayList<>(jobs);
        for (JobBuilder job : more) {
            all.add(job.build());
        }
        return all;
    }

    private PoolDemand demand(TestPool pool, List<Job> jobs) {
        return ScalingInputBuilder.of(pool)
                .policy(POLICY)
                .runTimes(runTimes)
                .extraNodes(extraNodes)
                .jobs(jobs)
                .demand()
                .pools()
                .get(0);
    }

    private long desired(TestPool pool, List<Job> jobs) {
        return demand(pool, jobs).desired();
    }

    private static TestPool large() {
        return pool("cpu").between(0, 10_000);
    }

    @Test
    void givesFiveShortJobsANode() {
        PoolDemand demand = demand(large(), minutes(900));

        assertThat(demand.desired()).isEqualTo(180);
        assertThat(demand.pendingNodes()).isEqualTo(900);
        assertThat(demand.reasons())
                .containsExactly(
                        "900 jobs need 900 nodes beyond the 0 busy", "180 nodes work the jobs off within 300 s");
    }

    @Test
    void countsWhatBusyNodesTakeOnceTheirJobsHaveEnded() {
        List<Job> jobs = minutes(720);
        for (int node = 0; node < 180; node++) {
            jobs.add(minute(1_000 + node).runningOn("cpu-" + node).ran(NOW, 0).build());
        }

        // 720 jobs / 5 = 144 nodes. 180 busy nodes have 240 s of the 300 s left, which equals 144 nodes. One more node
        // is for the first job in the queue.
        assertThat(desired(large().with(180, Condition.BUSY), jobs)).isEqualTo(181);
    }

    @Test
    void doesNotDelayAJobThatDoesNotFitTwiceIntoTheTarget() {
        List<Job> jobs = new ArrayList<>();
        for (int id = 1; id <= 10; id++) {
            jobs.add(minute(id).timeLimit(id % 2 == 0 ? 151 : 86_400).build());
        }

        assertThat(desired(large(), jobs)).isEqualTo(10);
    }

    @Test
    void addsTheNodesOfLongJobsToThoseOfShortOnes() {
        List<Job> jobs = with(
                minutes(10),
                minute(11).timeLimit(3_600),
                minute(12).timeLimit(3_600),
                minute(13).timeLimit(3_600));

        // 10 / 5 + 3
        assertThat(desired(large(), jobs)).isEqualTo(5);
    }

    @Test
    void doesNotWaitForBusyNodesWithLongJobs() {
        TestPool busy = large().with(4, Condition.BUSY);
        List<Job> jobs = with(List.of(), minute(1).timeLimit(3_600), minute(2).timeLimit(3_600));
        for (int node = 0; node < 4; node++) {
            jobs.add(minute(10 + node).runningOn("cpu-" + node).ran(NOW, 0).build());
        }

        assertThat(desired(busy, jobs)).isEqualTo(6);
    }

    @Test
    void hasRoomForTheWidestJob() {
        List<Job> gangs = with(
                List.of(),
                minute(1).nodes(8),
                minute(2).nodes(8),
                minute(3).nodes(8),
                minute(4).nodes(8));
        // 32 nodes / 5 = 7
        assertThat(desired(large(), gangs)).isEqualTo(8);

        // (20 + 8) / 5 = 6
        List<Job> last = with(minutes(20), minute(21).nodes(8).priority(1));
        assertThat(desired(large(), last)).isEqualTo(8);
    }

    @Test
    void countsTheTasksOfAnArrayThatMayRun() {
        assertThat(desired(large(), with(List.of(), minute(1).array(1, 100, 0))))
                .isEqualTo(20);
        assertThat(desired(large(), with(List.of(), minute(1).array(1, 100, 10))))
                .isEqualTo(2);
    }

    @Test
    void sharesNodesAsEver() {
        // 960 tasks with one CPU each need 10 nodes with 96 CPUs each.
        List<Job> jobs = with(List.of(), job(1).array(1, 960, 0).timeLimit(60));

        assertThat(desired(large(), jobs)).isEqualTo(2);
    }

    @Test
    void givesEachNodeSetItsOwnTarget() {
        List<Job> jobs = minutes(50);
        for (int id = 101; id <= 150; id++) {
            jobs.add(minute(id).in("gpu").timeLimit(150).build());
        }
        ScalingDemand demand = ScalingInputBuilder.of(
                        List.of(large().build(), pool("gpu").build()))
                .policy(POLICY)
                .jobs(jobs)
                .demand();

        assertThat(demand.pools().stream().map(PoolDemand::desired)).containsExactly(10L, 25L);
    }

    @Test
    void leavesTheChoiceOfNodeSetAsItIs() {
        List<Job> jobs = new ArrayList<>();
        for (int id = 1; id <= 100; id++) {
            jobs.add(minute(id).in("both").build());
        }
        ScalingDemand demand = ScalingInputBuilder.of(List.of(
                        pool("a").in("both").between(0, 20).cost(1).build(),
                        pool("b").in("both").between(0, 100).cost(2).build()))
                .policy(POLICY)
                .jobs(jobs)
                .demand();

        // 20 jobs fit on node a, and 80 jobs fit on node b.
        assertThat(demand.pools()).extracting(PoolDemand::pool).containsExactly(nameOf("a"), nameOf("b"));
        assertThat(demand.pools().stream().map(PoolDemand::desired)).containsExactly(4L, 16L);
    }

    @Test
    void countsJobsThatTheMaximumLeavesOut() {
        // 900 / 5 = 180 nodes exceed the maximum; 100 / 5 = 20 nodes do not.
        assertThat(desired(pool("cpu").between(0, 64), minutes(900))).isEqualTo(64);
        assertThat(desired(pool("cpu").between(0, 64), minutes(100))).isEqualTo(20);
    }

    @Test
    void keepsNodesThatAreThereForTheJobs() {
        assertThat(desired(large().with(10, Condition.IDLE), minutes(10))).isEqualTo(10);
        assertThat(desired(large().with(3, Condition.STARTING), minutes(10))).isEqualTo(3);
        assertThat(desired(large().with(10, Condition.IDLE), minutes(3))).isEqualTo(3);
    }

    @Test
    void givesAJobWithoutALimitItsNode() {
        List<Job> jobs = with(minutes(10), minute(11).timeLimit(0), minute(12).timeLimit(0));

        assertThat(desired(large(), jobs)).isEqualTo(4);
    }

    @Test
    void learnsHowMuchOfTheirLimitJobsUse() {
        List<Job> jobs = new ArrayList<>();
        for (int id = 1; id <= 50; id++) {
            jobs.add(minute(id).timeLimit(600).build());
        }
        assertThat(desired(large(), jobs)).isEqualTo(50);

        for (int i = 0; i < 3; i++) {
            runTimes.learn(minute(100)
                    .timeLimit(600)
                    .state(JobState.COMPLETED, JobState.COMPLETED)
                    .ran(NOW, NOW + 60)
                    .build());
        }
        assertThat(desired(large(), jobs)).isEqualTo(10);

        for (int i = 0; i < 3_000; i++) {
            runTimes.learn(minute(100)
                    .timeLimit(600)
                    .state(JobState.COMPLETED, JobState.COMPLETED)
                    .ran(NOW, NOW)
                    .build());
        }
        assertThat(desired(large(), jobs)).isEqualTo(1);
    }

    @Test
    void takesAJobThatRunsForLongerThanOthersToUseItsLimit() {
        learnsHowMuchOfTheirLimitJobsUse();
        List<Job> jobs = minutes(10);
        jobs.add(minute(99).timeLimit(600).runningOn("cpu-0").ran(NOW - 400, 0).build());
        // The job has 200 s left, so the node counts as a third of a node.
        PoolDemand running = demand(large().with(1, Condition.BUSY), jobs);

        assertThat(running.desired()).isEqualTo(2);
        jobs.set(
                10,
                minute(99).timeLimit(600).runningOn("cpu-0").ran(NOW - 700, 0).build());
        assertThat(desired(large().with(1, Condition.BUSY), jobs)).isEqualTo(2);
    }

    @Test
    void takesNodesThatDrainOrCompleteForNoHelp() {
        List<Job> jobs = minutes(50);
        jobs.add(minute(99).runningOn("cpu-0").ran(NOW, 0).build());
        jobs.add(minute(98)
                .runningOn("cpu-1")
                .state(JobState.RUNNING, JobState.COMPLETING)
                .ran(NOW, 0)
                .build());
        TestPool pool = large().with(Condition.BUSY, true, FreeCapacity.NONE).with(1, Condition.BUSY);

        assertThat(desired(pool, jobs)).isEqualTo(12);
    }

    @Test
    void leavesNodesThatJobsNameToThem() {
        TestPool pool = large().with(4, Condition.GHOST);
        List<Job> jobs = with(minutes(10), minute(11).nodes(4).requiring("cpu-[0-3]"));

        // 10 / 5 + 4
        assertThat(desired(pool, jobs)).isEqualTo(6);
    }

    @Test
    void keepsAHeterogeneousJobTogether() {
        List<Job> jobs = with(
                minutes(10), minute(21).het(21).nodes(3), minute(22).het(21).nodes(4));

        // 10 / 5 + 3 + 4
        assertThat(desired(large(), jobs)).isEqualTo(9);
    }

    @Test
    void keepsNodesThatSlurmsReasonAskedFor() {
        extraNodes = Map.of(1L, 2L);

        // 10 / 5 + 2
        assertThat(desired(large(), minutes(10))).isEqualTo(4);
    }
}
