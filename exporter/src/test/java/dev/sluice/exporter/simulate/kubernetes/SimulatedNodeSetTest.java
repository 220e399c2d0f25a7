package dev.sluice.exporter.simulate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.hpa.Scale;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.simulate.slurm.JobSpec;
import dev.sluice.exporter.simulate.slurm.NodeSetSpec;
import dev.sluice.exporter.simulate.slurm.NodeType;
import dev.sluice.exporter.simulate.slurm.Slurm;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedNodeSetTest {

    private static final NodeSetSpec BATCH = new NodeSetSpec(NodeType.plain("batch"), 3, 0, 10, 180);

    private final Slurm slurm = new Slurm(List.of(BATCH), List.of());
    private final SimulatedNodeSet set = new SimulatedNodeSet(BATCH, slurm);

    @Test
    void startsWithNodesThatTakeWork() {
        assertThat(set.scale()).isEqualTo(new Scale(3, 3, 3));
        assertThat(names(NodeBaseState.IDLE)).containsExactly("batch-0", "batch-1", "batch-2");
    }

    @Test
    void newPodsAreNodesAfterTheStartDelay() {
        scaleTo(5, 0);
        set.start(165);
        assertThat(set.scale()).isEqualTo(new Scale(5, 5, 3));

        set.start(180);
        assertThat(set.scale()).isEqualTo(new Scale(5, 5, 5));
        assertThat(names(NodeBaseState.IDLE)).hasSize(5);
    }

    @Test
    void idleNodesGoFromTheTopAndLeaveTheirRecords() {
        scaleTo(1, 0);
        settle(5);

        assertThat(set.scale()).isEqualTo(new Scale(1, 1, 1));
        assertThat(names(NodeBaseState.DOWN)).containsExactly("batch-1", "batch-2");
        assertThat(record("batch-1").flags()).contains(NodeFlag.DRAIN, NodeFlag.NOT_RESPONDING);
        assertThat(record("batch-1").reason().text()).isEqualTo("slurm-operator: Pod is terminating");
        assertThat(set.busyDrained()).isZero();
    }

    @Test
    void theRecordOfAnEarlierPodIsUndrainedAndStaysDownUntilThePodStarts() {
        scaleTo(2, 0);
        settle(5);
        scaleTo(3, 40);
        set.sync(45, true);

        assertThat(record("batch-2").base()).isEqualTo(NodeBaseState.DOWN);
        assertThat(record("batch-2").flags()).doesNotContain(NodeFlag.DRAIN);
        assertThat(record("batch-2").reason().text()).endsWith("was uncordoned");

        set.start(220);
        assertThat(record("batch-2").base()).isEqualTo(NodeBaseState.IDLE);
        assertThat(record("batch-2").flags()).doesNotContain(NodeFlag.NOT_RESPONDING);
    }

    @Test
    void podsThatHaveNotStartedGoBeforeIdleOnes() {
        scaleTo(4, 0);
        scaleTo(3, 15);
        settle(20);

        assertThat(set.scale()).isEqualTo(new Scale(3, 3, 3));
    }

    @Test
    void countsPodsThatRanNoJobStartedOrNot() {
        scaleTo(5, 0);
        assertThat(set.unusedPods()).isEqualTo(2);
        set.start(180);
        run(JobSpec.whole(1, 0, 4, 600));
        scaleTo(6, 195);
        scaleTo(4, 210);

        // The fifth pod ran no job, and the sixth pod was removed before the pod had started.
        assertThat(set.unusedPods()).isEqualTo(2);
    }

    @Test
    void idleNodesGoBeforeBusyOnes() {
        run(JobSpec.whole(1, 0, 2, 600));

        scaleTo(2, 30);
        settle(35);

        assertThat(names(NodeBaseState.DOWN)).containsExactly("batch-2");
        assertThat(set.busyDrained()).isZero();
    }

    @Test
    void aBusyNodeIsDrainedAndKeptUntilItsJobHasEnded() {
        run(JobSpec.whole(1, 0, 1, 600), JobSpec.whole(2, 0, 1, 300), JobSpec.whole(3, 0, 1, 900));

        set.sync(30, true);
        scaleTo(2, 35);

        // Node batch-1 becomes free first.
        assertThat(record("batch-1").flags()).contains(NodeFlag.DRAIN);
        assertThat(record("batch-1").reason().text())
                .startsWith("slurm-operator:")
                .contains("scale-in");
        assertThat(set.scale()).isEqualTo(new Scale(2, 3, 3));
        assertThat(set.busyDrained()).isEqualTo(1);

        slurm.finish(300);
        settle(300);
        assertThat(set.scale()).isEqualTo(new Scale(2, 2, 2));
        assertThat(record("batch-1").base()).isEqualTo(NodeBaseState.DOWN);
    }

    @Test
    void aDrainIsTakenBackWhereTheNumberRises() {
        run(JobSpec.whole(1, 0, 3, 600));
        scaleTo(2, 15);

        scaleTo(3, 30);

        assertThat(set.undrained()).isEqualTo(1);
        assertThat(slurm.records().nodes()).noneMatch(node -> node.flags().contains(NodeFlag.DRAIN));
        assertThat(set.scale()).isEqualTo(new Scale(3, 3, 3));
    }

    @Test
    void newPodsFillTheGapsOfOrdinals() {
        run(JobSpec.whole(1, 0, 1, 60), JobSpec.whole(2, 0, 1, 600), JobSpec.whole(3, 0, 1, 600));
        slurm.finish(60);
        scaleTo(2, 60);
        settle(65);
        scaleTo(4, 90);
        settle(95);
        set.start(270);

        assertThat(names(NodeBaseState.DOWN)).isEmpty();
        assertThat(slurm.records().nodes())
                .extracting(Node::name)
                .containsExactly("batch-0", "batch-1", "batch-2", "batch-3");
    }

    @Test
    void nothingChangesWhileSlurmIsOutOfReachAndForAWhileAfterIt() {
        set.scaleTo(5);
        for (long now = 5; now <= 40; now += 5) {
            set.sync(now, false);
        }
        set.sync(45, true);
        assertThat(set.scale()).isEqualTo(new Scale(5, 3, 3));

        set.sync(80, true);
        assertThat(set.scale()).isEqualTo(new Scale(5, 5, 3));
    }

    @Test
    void aNodeThatFailsLosesItsJobAndComesBackWhenRepaired() {
        run(JobSpec.whole(1, 0, 1, 600));

        set.fail(0, 60);
        assertThat(record("batch-0").base()).isEqualTo(NodeBaseState.DOWN);
        assertThat(set.scale()).isEqualTo(new Scale(3, 3, 2));
        assertThat(slurm.pendingJobs("batch")).isEqualTo(1);

        set.repair(0);
        assertThat(record("batch-0").base()).isEqualTo(NodeBaseState.IDLE);
    }

    private void scaleTo(int number, long now) {
        set.scaleTo(number);
        set.sync(now, true);
    }

    /** Gives the operator time to remove drained pods. */
    private void settle(long from) {
        set.sync(from, true);
        set.sync(from + 5, true);
        set.sync(from + 15, true);
    }

    private void run(JobSpec... jobs) {
        List.of(jobs).forEach(slurm::submit);
        slurm.schedule(0);
    }

    private Node record(String name) {
        return slurm.records().nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<String> names(NodeBaseState state) {
        return slurm.records().nodes().stream()
                .filter(node -> node.base() == state)
                .map(Node::name)
                .sorted()
                .toList();
    }
}
