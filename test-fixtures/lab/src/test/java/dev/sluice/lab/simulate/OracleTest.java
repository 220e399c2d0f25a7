package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.lab.simulate.Slurm.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests sums of seconds that are calculated by hand. A start takes 180 s. */
class OracleTest {

    @Test
    void paysForStartsAndJobsAndKeepsANodeThroughAPauseThatIsNoLongerThanAStart() {
        assertThat(paid(false, new Span(600, 1_200))).isEqualTo(180 + 600);
        assertThat(paid(false, new Span(600, 1_200), new Span(1_380, 1_980))).isEqualTo(180 + 600 + 180 + 600);
        assertThat(paid(false, new Span(600, 1_200), new Span(1_300, 1_900))).isEqualTo(180 + 600 + 100 + 600);
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
        assertThat(equalWait(sharing(40), sharing(40)).nodeHours()).isCloseTo((180 + 600) / 3_600.0, within(1e-9));
        assertThat(equalWait(sharing(60), sharing(60)).nodeHours()).isCloseTo(2 * (180 + 600) / 3_600.0, within(1e-9));
        // Three jobs with 60 CPUs each need 180 CPUs. Two nodes with 96 CPUs have enough CPUs, but each job needs a
        // separate node.
        assertThat(equalWait(sharing(60), sharing(60), sharing(60)).peakNodes()).isEqualTo(3);
    }

    @Test
    void waitsWhereThatIsCheaper() {
        // Two jobs of ten minutes can run at the same time on two nodes, or one after the other on one node. One node
        // saves a start.
        Scenario two = scenario(Submission.whole(0, 1, 600), Submission.whole(0, 1, 600));
        Outcome patient = oracle(two).atEqualWait(run(300));
        Outcome impatient = oracle(two).atEqualWait(run(0));
        assertThat(patient.peakNodes()).isEqualTo(1);
        assertThat(patient.nodeHours()).isCloseTo((180 + 1_200) / 3_600.0, within(1e-9));
        assertThat(impatient.waits().mean()).isZero();
        assertThat(impatient.nodeHours()).isCloseTo(2 * (180 + 600) / 3_600.0, within(1e-9));
    }

    @Test
    void usesCheapNodesFirstWhereNodesHaveAPrice() {
        NodeSetSpec dear = priced("dear", 10);
        NodeSetSpec cheap = priced("cheap", 1);
        Scenario scenario = new Scenario(
                "test",
                "test",
                List.of(dear, cheap),
                List.of(Submission.whole(0, 1, 600), Submission.whole(0, 1, 600), Submission.whole(0, 1, 600)),
                7_200);

        // Two jobs run on cheap nodes at once. The third runs on a dear node at once, or after another job.
        assertThat(oracle(scenario).atEqualWait(run(0)).cost())
                .isCloseTo((2 * 1 + 10) * (180 + 600) / 3_600.0, within(1e-9));
    }

    private static NodeSetSpec priced(String name, double price) {
        return new NodeSetSpec(name, List.of("batch"), 96, GpuCounts.NONE, List.of(), price, 0, 0, 2, 180);
    }

    @Test
    void theLeastNumberIsAlwaysPaidFor() {
        NodeSetSpec one = new NodeSetSpec("batch", List.of("batch"), 96, GpuCounts.NONE, List.of(), 0, 1, 1, 10, 180);
        Scenario scenario = new Scenario("test", "test", List.of(one), List.of(Submission.whole(0, 1, 600)), 7_200);

        assertThat(oracle(scenario).atEqualWait(run(0)).nodeHours()).isEqualTo(2);
    }

    private static Submission sharing(int cpus) {
        return Submission.shared(0, cpus, 600);
    }

    private static Outcome equalWait(Submission... jobs) {
        return oracle(scenario(jobs)).atEqualWait(run(0));
    }

    private static Scenario scenario(Submission... jobs) {
        return new Scenario("test", "test", List.of(NodeSetSpec.batch(0, 10)), List.of(jobs), 7_200);
    }

    private static Outcome run(double meanWait) {
        return new Outcome(0, 0, 0, new Outcome.Waits(1, meanWait, 0, 0), 0, 0, 0);
    }

    private static long paid(boolean ready, Span... spans) {
        return Oracle.paid(NodeSetSpec.batch(0, 10), List.of(spans), ready);
    }

    private static Oracle oracle(Scenario scenario) {
        return new Oracle(scenario, new Comparison(scenario).best());
    }
}
