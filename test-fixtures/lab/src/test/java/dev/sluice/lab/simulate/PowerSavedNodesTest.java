package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.GpuCounts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests power saving in steps of 30 s. A node needs 180 s to boot, and is powered down after 300 s without a job. */
class PowerSavedNodesTest {

    private static final long STEP = 30;

    private static final NodeSetSpec BATCH =
            new NodeSetSpec("batch", List.of("batch"), 96, GpuCounts.NONE, List.of(), 0, 2, 1, 4, 180);

    private final Slurm slurm = new Slurm(List.of(BATCH), List.of(), true);
    private final PowerSavedNodes nodes = new PowerSavedNodes(slurm, List.of(BATCH));
    private long now = -STEP;

    @Test
    void keepsTheLeastNumberAndSwitchesOffWhatIsIdle() {
        assertThat(nodes.nodes().get(0)).isEqualTo(2);

        runTo(270);
        assertThat(nodes.nodes().get(0)).isEqualTo(2);

        // The node gets the command to power down at 300 s, and is gone in the next step.
        runTo(330);
        assertThat(nodes.nodes().get(0)).isEqualTo(1);
    }

    @Test
    void aJobPrefersNodesThatAreOnAndWaitsForTheNodesThatItsStartSwitchesOn() {
        slurm.submit(Submission.whole(0, 3, 600));

        runTo(0);
        assertThat(nodes.nodes().get(0)).isEqualTo(3);
        assertThat(slurm.busyNodes(BATCH)).isEqualTo(2);
        assertThat(slurm.starts()).isEmpty();

        runTo(180);
        assertThat(slurm.busyNodes(BATCH)).isEqualTo(3);
        assertThat(slurm.starts()).extracting(Slurm.Start::waited).containsExactly(180L);

        // The job runs from 180 s to 780 s.
        runTo(750);
        assertThat(slurm.spans()).isEmpty();
        runTo(780);
        assertThat(slurm.spans().values()).hasSize(3).containsOnly(List.of(new Slurm.Span(180, 780)));
    }

    @Test
    void aFailedNodeGivesItsJobBackAndRecovers() {
        slurm.submit(Submission.whole(0, 2, 6_000));
        runTo(60);

        nodes.fail(1, now);
        assertThat(slurm.busyNodes(BATCH)).isZero();

        nodes.repair(1);
        runTo(600);
        assertThat(slurm.busyNodes(BATCH)).isEqualTo(2);
    }

    @Test
    void aNodeThatIsNotReadyDoesNotFail() {
        slurm.submit(Submission.whole(0, 3, 600));
        runTo(60);

        nodes.fail(2, now);
        nodes.fail(3, now);

        runTo(180);
        assertThat(slurm.busyNodes(BATCH)).isEqualTo(3);
        assertThat(slurm.starts()).extracting(Slurm.Start::waited).containsExactly(180L);
    }

    private void runTo(long time) {
        while (now < time) {
            now += STEP;
            slurm.finish(now);
            nodes.start(now);
            slurm.schedule(now);
            nodes.sync(now, true);
        }
    }
}
