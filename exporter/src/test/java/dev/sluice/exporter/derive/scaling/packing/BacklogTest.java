package dev.sluice.exporter.derive.scaling.packing;

import static dev.sluice.exporter.model.job.JobBuilder.NOW;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.life.RunTimes;
import dev.sluice.exporter.derive.scaling.need.NodeNeed;
import dev.sluice.exporter.derive.scaling.packing.Packing.Placed;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests a drain target of 300 s and nodes with 10 CPUs that take 600 s to start. A short job has a time limit of 60 s,
 * so that 5 short jobs run on a node one after another; a long job has a limit of an hour. The expected values are
 * worked by hand.
 */
class BacklogTest {

    private static final NodeResources NODE = cpus(10);

    private static final NodeNeed WHOLE_NODE = new NodeNeed(1, 1, false, true, NODE);

    private static final Job SHORT = pending(1, 60);
    private static final Job LONG = pending(2, 3_600);

    private final List<Job> running = new ArrayList<>();

    private static NodeResources cpus(long cpus) {
        return new NodeResources(cpus, 0, GpuCounts.NONE);
    }

    private static Job pending(long id, long limit) {
        return job(id).timeLimit(limit)
                .submittedAt(NOW - 60)
                .eligibleAt(NOW - 60)
                .build();
    }

    private void runs(String nodes, long limit, long seconds) {
        running.add(job(100 + running.size())
                .timeLimit(limit)
                .runningOn(nodes)
                .ran(NOW - seconds, 0)
                .build());
    }

    /** Creates the backlog of the second of two pools, with 5 busy nodes. The first pool has 100 idle nodes. */
    private Backlog backlog(long target) {
        List<Member> busy =
                TestNodes.members(Collections.nCopies(5, Condition.BUSY).toArray(Condition[]::new));
        List<String> others = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            others.add("other-" + i);
        }
        NodeIndex index =
                new NodeIndex(List.of(TestNodes.pool("other", TestNodes.idle(others)), TestNodes.pool("cpu", busy)));
        RunTimes times = new RunTimes();
        ExpectedEnds ends = new ExpectedEnds(running, index, times, NOW);
        return new Backlog(index.pool(1), TestNodes.busy(busy), NODE, new Backlog.Terms(target, times, ends));
    }

    private static void putShort(Backlog backlog, long tasks) {
        backlog.put(SHORT, WHOLE_NODE, NODE, new Placed(tasks, tasks, 0));
    }

    @Test
    void givesFiveShortJobsANodeAndALongJobItsOwn() {
        Backlog backlog = backlog(300);
        putShort(backlog, 15);
        backlog.put(LONG, WHOLE_NODE, NODE, new Placed(5, 5, 0));

        assertThat(backlog.enough(20, 0)).isEqualTo(8);
        assertThat(backlog.enough(20, 9)).isEqualTo(9);
        assertThat(backlog.enough(20, 30)).isEqualTo(20);
        assertThat(backlog(0).enough(20, 0)).isEqualTo(20);
    }

    /** Three tasks of 3 CPUs share a node, so the 45 short tasks need 15 nodes. */
    @Test
    void countsTheShareOfANodeThatEachTaskNeeds() {
        Backlog backlog = backlog(300);
        NodeNeed third = new NodeNeed(1, 1, true, false, cpus(3));
        backlog.put(SHORT, third, NODE, new Placed(45, 15, 0));
        backlog.put(LONG, WHOLE_NODE, NODE, new Placed(5, 5, 0));

        assertThat(backlog.enough(20, 0)).isEqualTo(8);
    }

    @Test
    void countsTheNodesOfATaskThatNeedsNothingOfANode() {
        Backlog backlog = backlog(300);
        backlog.put(SHORT, new NodeNeed(3, 3, false, false, cpus(0)), NODE, new Placed(5, 15, 0));
        backlog.put(LONG, WHOLE_NODE, NODE, new Placed(5, 5, 0));

        assertThat(backlog.enough(20, 0)).isEqualTo(8);
    }

    /** 20 / 5 nodes for the placed jobs; for the blocked jobs, 3 nodes and 10 / 5 nodes. */
    @Test
    void addsTheJobsThatDoNotFitBelowTheMaximum() {
        Backlog backlog = backlog(300);
        putShort(backlog, 20);
        backlog.block(LONG, WHOLE_NODE, NODE, 3);
        backlog.block(SHORT, WHOLE_NODE, NODE, 10);

        assertThat(backlog.enough(20, 0)).isEqualTo(9);
    }

    /** The busy nodes have no CPU free and are free after 60 s, for 240 of the 300 s: as much as 4 nodes. */
    @Test
    void subtractsWhatBusyNodesDoWithinTheTarget() {
        runs("cpu-[0-4]", 60, 0);
        Backlog backlog = backlog(300);
        putShort(backlog, 50);

        assertThat(backlog.enough(50, 0)).isEqualTo(6);
    }

    /** The 2 fixed nodes come in addition to 40 / 5 nodes. */
    @Test
    void replacesNoFixedNodes() {
        Backlog backlog = backlog(300);
        putShort(backlog, 40);
        backlog.fix(2);

        assertThat(backlog.enough(42, 0)).isEqualTo(10);
    }

    @Test
    void needsAllNodesThatNoPlacedJobExplains() {
        Backlog backlog = backlog(300);
        backlog.fix(3);

        assertThat(backlog.enough(5, 0)).isEqualTo(5);
    }

    private long secondsLeft(Job job) {
        NodeIndex index = TestNodes.index(TestNodes.members(Condition.BUSY));
        return new ExpectedEnds(List.of(job), index, new RunTimes(), NOW).secondsLeft(0);
    }

    @Test
    void expectsTheEndOfAJobUntilItsTimeIsOver() {
        assertThat(secondsLeft(
                        job(1).timeLimit(60).runningOn("cpu-0").ran(NOW - 45, 0).build()))
                .isEqualTo(15);
        assertThat(secondsLeft(
                        job(1).timeLimit(60).runningOn("cpu-0").ran(NOW - 60, 0).build()))
                .isZero();
        assertThat(secondsLeft(
                        job(1).timeLimit(60).runningOn("cpu-0").ran(NOW - 61, 0).build()))
                .isEqualTo(ExpectedEnds.UNKNOWN);
        assertThat(secondsLeft(job(1).timeLimit(60)
                        .runningOn("cpu-0")
                        .ran(NOW - 45, 0)
                        .state(JobState.RUNNING, JobState.COMPLETING)
                        .build()))
                .isEqualTo(ExpectedEnds.UNKNOWN);
    }
}
