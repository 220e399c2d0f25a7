package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.lab.kubernetes.Hpa.Scale;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedNodeSetTest {

    private static final NodeSetSpec BATCH = NodeSetSpec.batch(3, 10);

    private final Slurm slurm = new Slurm(List.of(BATCH), List.of(), false);
    private final SimulatedNodeSet set = new SimulatedNodeSet(BATCH, slurm);

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
        run(Submission.whole(0, 1, 600));

        set.fail(0, 60);
        assertThat(record("batch-0").base()).isEqualTo(NodeBaseState.DOWN);
        assertThat(set.scale()).isEqualTo(new Scale(3, 3, 2));
        assertThat(slurm.pendingJobs("batch")).isEqualTo(1);

        set.repair(0);
        assertThat(record("batch-0").base()).isEqualTo(NodeBaseState.IDLE);
    }

    private void run(Submission... jobs) {
        List.of(jobs).forEach(slurm::submit);
        slurm.schedule(0);
    }

    private Node record(String name) {
        return slurm.records().nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
