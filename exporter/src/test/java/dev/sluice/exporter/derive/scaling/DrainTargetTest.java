package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.life.RunTimes;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeResources;
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
    void countsJobsThatTheMaximumLeavesOut() {
        // 900 / 5 = 180 nodes exceed the maximum; 100 / 5 = 20 nodes do not.
        assertThat(desired(pool("cpu").between(0, 64), minutes(900))).isEqualTo(64);
        assertThat(desired(pool("cpu").between(0, 64), minutes(100))).isEqualTo(20);
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
    void takesNodesThatDrainOrCompleteForNoHelp() {
        List<Job> jobs = minutes(50);
        jobs.add(minute(99).runningOn("cpu-0").ran(NOW, 0).build());
        jobs.add(minute(98)
                .runningOn("cpu-1")
                .state(JobState.RUNNING, JobState.COMPLETING)
                .ran(NOW, 0)
                .build());
        TestPool pool = large().with(Condition.BUSY, true, NodeResources.NONE).with(1, Condition.BUSY);

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
