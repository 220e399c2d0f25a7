package dev.sluice.lab.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.scheduling.JobRequest.ArrayTasks;
import dev.sluice.lab.scheduling.JobRequest.Hold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Times are in seconds. Each node has 8 CPUs; see {@link Clusters}. */
class SchedulingPassTest {

    private Controller controller = new Controller(Clusters.withDynamicNodes(), 0, new ControllerListener() {});

    @Test
    void aHigherPriorityGoesFirst() {
        List<Integer> ids = submit(whole(4), whole(4).qos("high"));

        assertThat(running()).containsExactly(ids.get(1));
    }

    @Test
    void ofJobsWithEqualPriorityTheFirstStartsAndTheNextWaitsForResources() {
        List<Integer> ids = submit(whole(4), whole(1), whole(1), whole(3).partitions("gpu", "cpu"));

        assertThat(running()).containsExactly(ids.get(0));
        assertThat(reason(ids.get(1))).isEqualTo(JobReason.RESOURCES);
        assertThat(reason(ids.get(2))).isEqualTo(JobReason.PRIORITY);
        assertThat(reason(ids.get(3))).as("the first of partition gpu").isEqualTo(JobReason.RESOURCES);
    }

    @Test
    void laterJobsGoAheadWhereTheyAreOverInTime() {
        int first = submit(whole(3).limit(seconds(600))).get(0);
        int blocked = controller.submit(List.of(whole(4)));
        int tooLong = controller.submit(List.of(whole(1).limit(seconds(601))));
        int backfilled = controller.submit(List.of(whole(1).limit(seconds(600))));

        assertThat(SchedulingPass.run(controller)).isEqualTo(new SchedulingPass.Result(3, 1));
        assertThat(reason(blocked)).isEqualTo(JobReason.RESOURCES);
        assertThat(reason(tooLong)).isEqualTo(JobReason.PRIORITY);
        assertThat(running()).containsExactly(first, backfilled);
    }

    @Test
    void theFirstWaitingJobIsPlannedForTheEndOfTheLimitsBeforeIt() {
        submit(whole(2).limit(seconds(900)), whole(2).limit(seconds(600)));
        SimulatedJob waiting = job(submit(whole(3)).get(0));

        assertThat(waiting.times().start()).isEqualTo(900);
        assertThat(waiting.plannedNodes()).hasSize(3);
    }

    @Test
    void aPlanInOnePartitionHoldsForNodesThatAnotherSharesWithIt() {
        submit(whole(3).limit(seconds(600)));
        List<Integer> ids = submit(whole(4), cpus(1).partitions("all").limit(seconds(601)));

        assertThat(job(ids.get(1)).allocations())
                .extracting(allocation -> allocation.node().name())
                .containsExactly("gpu0");
    }

    @Test
    void looksAtFiveHundredJobsBehindAWaitingOne() {
        submit(whole(2).limit(seconds(600)), whole(4));
        List<JobRequest> tooLong = new ArrayList<>();
        for (int i = 0; i < 499; i++) {
            tooLong.add(whole(1).limit(seconds(601)));
        }
        submit(tooLong.toArray(JobRequest[]::new));
        int last = controller.submit(List.of(whole(1).limit(seconds(600))));
        int beyond = controller.submit(List.of(whole(1).limit(seconds(600))));
        SchedulingPass.run(controller);

        assertThat(job(last).isRunning()).isTrue();
        assertThat(reason(beyond)).isEqualTo(JobReason.PRIORITY);
    }

    @Test
    void aNodeWithJobsIsFilledBeforeAnIdleOneIsOpened() {
        List<Integer> ids = submit(cpus(4), cpus(4), cpus(1));

        assertThat(ids).extracting(this::node).containsExactly("cpu0", "cpu0", "cpu1");
    }

    @Test
    void whatNoNodeOfItsPartitionsCouldHoldIsHeldForGood() {
        int id = submit(cpus(9).partitions("cpu", "gpu")).get(0);
        int feature = submit(cpus(1).features("hopper")).get(0);
        int gpus = submit(gpus(5)).get(0);

        assertThat(List.of(id, feature, gpus)).extracting(this::reason).containsOnly(JobReason.BAD_CONSTRAINTS);
        assertThat(job(id).isHeld()).isTrue();
        SchedulingPass.run(controller);
        assertThat(job(id).priority()).isZero();
        assertThat(submit(gpus(4))).extracting(this::node).containsExactly("gpu0");
    }

    @Test
    void moreNodesThanThePartitionHasIsAMatterOfItsConfigurationAndBlocksNobody() {
        List<Integer> ids = submit(whole(5), whole(3).partitions("small"), whole(1));

        assertThat(reason(ids.get(0))).isEqualTo(JobReason.PARTITION_CONFIG);
        assertThat(reason(ids.get(1))).as("MaxNodes is 2").isEqualTo(JobReason.PARTITION_NODE_LIMIT);
        assertThat(running()).containsExactly(ids.get(2));
    }

    @Test
    void onlyNodesWithARecordCount() {
        controller = new Controller(Clusters.withDynamicNodes("gpu0", "gpu1"), 0, new ControllerListener() {});
        int id = submit(gpus(4)).get(0);
        assertThat(reason(id)).isEqualTo(JobReason.PARTITION_CONFIG);

        controller.change("gpu1", node -> node.register(controller.now()));
        SchedulingPass.run(controller);
        assertThat(node(id)).isEqualTo("gpu1");
    }

    @Test
    void holdsDependenciesAndBeginTimesAreSaidAndEnd() {
        int first = submit(whole(1).runs(seconds(300))).get(0);
        List<Integer> ids = submit(whole(1).held(Hold.USER), whole(1).afterAny(first), whole(1).beginAt(900));
        assertThat(ids)
                .extracting(this::reason)
                .containsExactly(JobReason.JOB_HELD_USER, JobReason.DEPENDENCY, JobReason.BEGIN_TIME);

        passAt(300);
        assertThat(running()).containsExactly(ids.get(1));
        controller.release(job(ids.get(0)));
        passAt(899);
        assertThat(running()).containsExactlyInAnyOrder(ids.get(0), ids.get(1));
        passAt(900);
        assertThat(running()).containsExactlyInAnyOrder(ids.get(0), ids.get(1), ids.get(2));
    }

    @Test
    void anArrayRunsSoManyTasksAtOnceAndKeepsTheRestInOneRecord() {
        int id = submit(cpus(1).array(ArrayTasks.range(1, 6, 4)).runs(seconds(60)))
                .get(0);

        assertThat(reason(id)).isEqualTo(JobReason.JOB_ARRAY_TASK_LIMIT);
        assertThat(job(id).waitingTasks()).isEqualTo(2);
        assertThat(running()).hasSize(4).doesNotContain(id);

        passAt(60);
        assertThat(running())
                .as("the last task keeps the id of the array")
                .hasSize(2)
                .contains(id);
    }

    @Test
    void whatDependsOnAnArrayWaitsForItsLastTask() {
        int array = submit(whole(1).array(ArrayTasks.range(1, 5, 0)).runs(seconds(60)))
                .get(0);
        int after = submit(cpus(1).afterOk(array)).get(0);

        passAt(60);
        assertThat(reason(after)).isEqualTo(JobReason.DEPENDENCY);
        passAt(120);
        assertThat(job(after).isRunning()).isTrue();
    }

    @Test
    void noJobStartsThatCouldRunIntoAReservation() {
        controller.reserve(Reservation.maintenance("m", List.of("gpu0", "gpu1"), 3_600, 7_200));
        List<Integer> ids = submit(gpus(1).limit(seconds(3_601)), gpus(1).limit(seconds(3_600)));

        assertThat(reason(ids.get(0))).isEqualTo(JobReason.REQ_NODE_NOT_AVAIL);
        assertThat(running()).containsExactly(ids.get(1));
        passAt(7_200);
        assertThat(job(ids.get(0)).isRunning()).isTrue();
    }

    @Test
    void aHeterogeneousJobTakesNothingUntilAllItsComponentsFit() {
        submit(gpus(4).nodes(2));
        controller.submit(List.of(whole(4), gpus(1)));
        SchedulingPass.run(controller);

        assertThat(controller.running()).hasSize(1);
        assertThat(controller.node("cpu0").free().cpus()).isEqualTo(8);
    }

    @Test
    void componentsOfAHeterogeneousJobGetDifferentNodes() {
        List<Integer> ids = List.of(
                controller.submit(List.of(cpus(1), cpus(2))), submit(cpus(1)).get(0));

        assertThat(controller.running())
                .extracting(job -> job.allocations().get(0).node().name())
                .containsExactly("cpu0", "cpu1", "cpu0");
        assertThat(node(ids.get(1))).isEqualTo("cpu0");
    }

    static Stream<Arguments> jobsOverALimit() {
        JobRequest licensed = cpus(1).license("matlab", 2);
        return Stream.of(
                Arguments.of(JobReason.QOS_GRP_GRES, gpus(4), List.of(gpus(3))),
                Arguments.of(JobReason.QOS_GRP_GRES, cpus(1), List.of(gpus(4), gpus(3))),
                Arguments.of(JobReason.QOS_GRP_GRES, gpus(3), List.of(gpus(1).wholeNodes())),
                Arguments.of(JobReason.ASSOC_GRP_CPU_LIMIT, cpus(8).nodes(2), List.of(cpus(5))),
                Arguments.of(JobReason.ASSOC_GRP_CPU_LIMIT, cpus(1), List.of(whole(3))),
                Arguments.of(JobReason.LICENSES, cpus(1), List.of(licensed, licensed)));
    }

    @ParameterizedTest
    @MethodSource("jobsOverALimit")
    void limitsCountAllComponentsAndWholeNodes(JobReason reason, JobRequest running, List<JobRequest> components) {
        controller = new Controller(Clusters.withLimits(), 0, new ControllerListener() {});
        int first = submit(running).get(0);
        int id = controller.submit(components);
        SchedulingPass.run(controller);

        assertThat(reason(id)).isEqualTo(reason);
        assertThat(running()).containsExactly(first);
    }

    @Test
    void aRequeuedJobWaitsTwoMinutes() {
        int id = submit(whole(1)).get(0);
        controller.moveTo(60);
        controller.runningOn("cpu0").forEach(controller::requeue);
        controller.fail("cpu0", "Not responding");

        passAt(179);
        assertThat(reason(id)).isEqualTo(JobReason.BEGIN_TIME);
        passAt(180);
        assertThat(node(id)).isEqualTo("cpu1");
    }

    private List<Integer> submit(JobRequest... jobs) {
        List<Integer> ids = new ArrayList<>();
        for (JobRequest job : jobs) {
            ids.add(controller.submit(List.of(job)));
        }
        SchedulingPass.run(controller);
        return ids;
    }

    private void passAt(long now) {
        controller.moveTo(now);
        controller.endDue();
        SchedulingPass.run(controller);
    }

    private static JobRequest cpus(int cpus) {
        return JobRequest.named("job")
                .by("alice", "research")
                .cpusPerTask(cpus)
                .memoryPerNode(0)
                .limit(seconds(3_600))
                .runs(seconds(3_600));
    }

    private static JobRequest whole(int nodes) {
        return cpus(1).nodes(nodes).wholeNodes();
    }

    private static JobRequest gpus(int perNode) {
        return cpus(1).partitions("gpu").gpusPerNode(perNode).gpuType("h100");
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    private SimulatedJob job(int id) {
        return controller.job(id).orElseThrow();
    }

    private JobReason reason(int id) {
        return job(id).reason();
    }

    private String node(int id) {
        return job(id).allocations().get(0).node().name();
    }

    private List<Integer> running() {
        return controller.running().stream().map(SimulatedJob::id).toList();
    }
}
