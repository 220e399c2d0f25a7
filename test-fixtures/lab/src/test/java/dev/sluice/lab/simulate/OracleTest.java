package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.lab.simulate.Oracle.Span;
import dev.sluice.lab.simulate.slurm.JobSpec;
import dev.sluice.lab.simulate.slurm.JobSpec.Request;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import dev.sluice.lab.simulate.slurm.NodeType;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests sums of seconds that are calculated by hand. A start takes 180 s. */
class OracleTest {

    @Test
    void paysForTheStartAndTheJob() {
        assertThat(paid(false, new Span(600, 1_200))).isEqualTo(180 + 600);
    }

    @Test
    void keepsANodeThroughAPauseThatIsNoLongerThanAStart() {
        assertThat(paid(false, new Span(600, 1_200), new Span(1_380, 1_980))).isEqualTo(180 + 600 + 180 + 600);
        assertThat(paid(false, new Span(600, 1_200), new Span(1_300, 1_900))).isEqualTo(180 + 600 + 100 + 600);
    }

    @Test
    void givesANodeUpInALongerPause() {
        assertThat(paid(false, new Span(600, 1_200), new Span(2_400, 3_000))).isEqualTo(2 * (180 + 600));
    }

    @Test
    void aNodeThatIsThereCostsNoStart() {
        assertThat(paid(true, new Span(0, 600))).isEqualTo(600);
        assertThat(paid(true, new Span(100, 600))).isEqualTo(100 + 500);
        assertThat(paid(true, new Span(900, 1_500))).isEqualTo(180 + 600);
    }

    @Test
    void jobsThatShareANodeArePaidForOnce() {
        // Two jobs with 40 CPUs each fit on one node with 96 CPUs for ten minutes. Two jobs with 60 CPUs each need two
        // nodes.
        assertThat(equalWait(sharing(1, 40), sharing(2, 40)).nodeHours())
                .isCloseTo((180 + 600) / 3_600.0, within(1e-9));
        assertThat(equalWait(sharing(1, 60), sharing(2, 60)).nodeHours())
                .isCloseTo(2 * (180 + 600) / 3_600.0, within(1e-9));
    }

    @Test
    void trulyPacksWhatCannotBeCut() {
        // Three jobs with 60 CPUs each need 180 CPUs. Two nodes with 96 CPUs have enough CPUs, but each job needs a
        // separate node.
        assertThat(equalWait(sharing(1, 60), sharing(2, 60), sharing(3, 60)).peakNodes())
                .isEqualTo(3);
    }

    @Test
    void waitsWhereThatIsCheaper() {
        // Two jobs of ten minutes can run at the same time on two nodes, or one after the other on one node. One node
        // saves a start.
        Scenario two = scenario(JobSpec.whole(1, 0, 1, 600), JobSpec.whole(2, 0, 1, 600));
        Oracle oracle = oracle(two);

        Outcome patient = oracle.atEqualWait(run(10, 300));
        Outcome frugal = oracle.atEqualCost(run((180 + 1_200) / 3_600.0, 0));
        Outcome rich = oracle.atEqualCost(run(1, 0));

        assertThat(patient.peakNodes()).isEqualTo(1);
        assertThat(patient.nodeHours()).isCloseTo((180 + 1_200) / 3_600.0, within(1e-9));
        assertThat(frugal.waits().mean()).isEqualTo(300);
        assertThat(rich.waits().mean()).isZero();
        assertThat(rich.nodeHours()).isCloseTo(2 * (180 + 600) / 3_600.0, within(1e-9));
    }

    @Test
    void usesCheapNodesFirstWhereNodesHaveAPrice() {
        NodeSetSpec dear = new NodeSetSpec(priced("dear", 10), 0, 0, 2, 180);
        NodeSetSpec cheap = new NodeSetSpec(priced("cheap", 1), 0, 0, 2, 180);
        Scenario scenario = new Scenario(
                "test",
                "test",
                List.of(dear, cheap),
                List.of(JobSpec.whole(1, 0, 1, 600), JobSpec.whole(2, 0, 1, 600), JobSpec.whole(3, 0, 1, 600)),
                7_200,
                Scenario.Trouble.NONE,
                Scenario.USUAL);

        // Two jobs run on cheap nodes at once. The third runs on a dear node at once, or after another job.
        assertThat(oracle(scenario).atEqualWait(run(10, 0)).cost())
                .isCloseTo((2 * 1 + 10) * (180 + 600) / 3_600.0, within(1e-9));
    }

    private static NodeType priced(String nodeSet, double price) {
        return new NodeType(nodeSet, List.of("batch"), 96, GpuCounts.NONE, Set.of(), price);
    }

    @Test
    void theLeastNumberIsAlwaysPaidFor() {
        NodeSetSpec one = new NodeSetSpec(NodeType.plain("batch"), 1, 1, 10, 180);
        Scenario scenario = new Scenario(
                "test",
                "test",
                List.of(one),
                List.of(JobSpec.whole(1, 0, 1, 600)),
                7_200,
                Scenario.Trouble.NONE,
                Scenario.USUAL);

        assertThat(oracle(scenario).atEqualWait(run(10, 0)).nodeHours()).isEqualTo(2);
    }

    private static JobSpec sharing(long id, long cpus) {
        return JobSpec.of(id, 0, "batch", Request.oneNode(cpus, GpuCounts.NONE), 600);
    }

    private static Outcome equalWait(JobSpec... jobs) {
        return oracle(scenario(jobs)).atEqualWait(run(10, 0));
    }

    private static Scenario scenario(JobSpec... jobs) {
        NodeSetSpec set = new NodeSetSpec(NodeType.plain("batch"), 0, 0, 10, 180);
        return new Scenario("test", "test", List.of(set), List.of(jobs), 7_200, Scenario.Trouble.NONE, Scenario.USUAL);
    }

    private static Outcome run(double nodeHours, double meanWait) {
        return new Outcome(0, nodeHours, 0, 0, new Waits(1, meanWait, 0, 0), 0, 0, 0, 0, 0);
    }

    private static long paid(boolean there, Span... spans) {
        return Oracle.paid(new NodeSetSpec(NodeType.plain("batch"), 0, 0, 10, 180), List.of(spans), there);
    }

    private static Oracle oracle(Scenario scenario) {
        return new Oracle(scenario, new Patience(scenario).best());
    }
}
