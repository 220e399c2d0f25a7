package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.lab.simulate.Scenario.Failure;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import dev.sluice.lab.simulate.slurm.NodeType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes fail 9 h after their recovery on average, and are then down for an hour. */
class FailuresTest {

    private static final int HOUR = 3_600;
    private static final Failures FAILURES = new Failures(9 * HOUR, HOUR);
    private static final List<NodeSetSpec> SETS = List.of(
            new NodeSetSpec(NodeType.plain("a"), 0, 0, 40, 180), new NodeSetSpec(NodeType.plain("b"), 0, 0, 60, 180));

    /**
     * The expected quantiles are quantiles of an exponential distribution: 32,400 s times ln 2, and 32,400 s times ln
     * 10.
     */
    @ParameterizedTest
    @CsvSource({"0, 0", "0.5, 22458", "0.9, 74604"})
    void theGapsAreExponential(double part, long seconds) {
        assertThat(FAILURES.gap(part)).isEqualTo(seconds);
    }

    /** Each of 100 nodes fails once in 10 h, so there are 10,000 failures in 1,000 h. */
    @Test
    void nodesFailAsOftenAsTheySay() {
        List<Failure> failures = FAILURES.of(SETS, 1_000 * HOUR, 1);

        assertThat((double) failures.size()).isCloseTo(10_000, within(300.0));
        assertThat(failures).allMatch(failure -> failure.to() - failure.from() == HOUR);
        assertThat(failures.stream().filter(failure -> failure.set() == 0).count())
                .isCloseTo(4_000, within(200L));
    }

    @Test
    void noNodeFailsWhileItIsDown() {
        List<Failure> ofOneNode = FAILURES.of(SETS, 1_000 * HOUR, 1).stream()
                .filter(failure -> failure.set() == 1 && failure.ordinal() == 7)
                .toList();

        for (int i = 1; i < ofOneNode.size(); i++) {
            assertThat(ofOneNode.get(i).from())
                    .isGreaterThanOrEqualTo(ofOneNode.get(i - 1).to());
        }
    }

    @Test
    void theSeedDecides() {
        assertThat(FAILURES.of(SETS, 100 * HOUR, 1))
                .isEqualTo(FAILURES.of(SETS, 100 * HOUR, 1))
                .isNotEqualTo(FAILURES.of(SETS, 100 * HOUR, 2));
    }
}
