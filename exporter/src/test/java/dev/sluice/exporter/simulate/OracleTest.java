package dev.sluice.exporter.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.simulate.slurm.Execution;
import dev.sluice.exporter.simulate.slurm.JobSpec;
import dev.sluice.exporter.simulate.slurm.JobSpec.Request;
import dev.sluice.exporter.simulate.slurm.NodeSetSpec;
import dev.sluice.exporter.simulate.slurm.NodeType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sums of seconds, worked by hand: a start is 180 s, the window that is left after a job 285 s. */
class OracleTest {

    @Test
    void paysForTheStartTheJobAndTheWindow() {
        assertThat(seconds(0, 0, whole(1, 600, 1_200))).isEqualTo(180 + 600 + 285);
    }

    @Test
    void keepsANodeThroughAPauseThatIsNoLongerThanAStartAndAWindow() {
        assertThat(seconds(0, 0, whole(1, 600, 1_200), whole(1, 1_665, 2_265))).isEqualTo(180 + 600 + 465 + 600 + 285);
    }

    @Test
    void givesANodeUpInALongerPause() {
        assertThat(seconds(0, 0, whole(1, 600, 1_200), whole(1, 2_400, 3_000))).isEqualTo(2 * (180 + 600 + 285));
    }

    @Test
    void anotherJobTakesTheNodeThatIsFree() {
        assertThat(seconds(0, 0, whole(2, 600, 1_200), whole(1, 1_200, 1_800)))
                .isEqualTo((180 + 600 + 600 + 285) + (180 + 600 + 285));
    }

    @Test
    void nodesThatAreThereCostNoStartButTheirWindow() {
        assertThat(seconds(2, 0, whole(1, 0, 600))).isEqualTo((600 + 285) + 285);
    }

    @Test
    void theMinimumIsAlwaysThere() {
        assertThat(seconds(1, 1, whole(1, 0, 600))).isEqualTo(7_200);
    }

    @Test
    void jobsThatShareAreCountedByTheirSum() {
        // 60 + 60 of 96 CPUs are two nodes, 40 + 40 one.
        assertThat(seconds(0, 0, sharing(60, 600, 1_200), sharing(60, 600, 1_200)))
                .isEqualTo(2 * (180 + 600 + 285));
        assertThat(seconds(0, 0, sharing(40, 600, 1_200), sharing(40, 600, 1_200)))
                .isEqualTo(180 + 600 + 285);
    }

    private static Execution whole(int nodes, long from, long to) {
        return new Execution("batch", JobSpec.whole(1, 0, nodes, to - from), nodes, from, to);
    }

    private static Execution sharing(long cpus, long from, long to) {
        Request request = Request.oneNode(cpus, GpuCounts.NONE);
        return new Execution("batch", JobSpec.of(1, 0, "batch", request, to - from), 1, from, to);
    }

    private static long seconds(int initial, int min, Execution... executions) {
        NodeSetSpec set = new NodeSetSpec(NodeType.plain("batch"), initial, min, 10, 180);
        Scenario scenario =
                new Scenario("test", "test", List.of(set), List.of(), 7_200, Scenario.Trouble.NONE, Scenario.USUAL);
        Outcome none = new Outcome("test", 0, 0, 0, Waits.of(List.of()), 0, 0, 0, 0);
        double hours = Oracle.of(scenario, new Simulation.Run(none, List.of(executions)))
                .nodeHours();
        long seconds = Math.round(3_600 * hours);
        assertThat(3_600 * hours).isCloseTo(seconds, within(1e-6));
        return seconds;
    }
}
