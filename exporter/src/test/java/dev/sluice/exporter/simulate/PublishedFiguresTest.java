package dev.sluice.exporter.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.common.hpa.HpaSpec;
import dev.sluice.common.hpa.ScalingRules;
import dev.sluice.exporter.simulate.signal.PendingJobsTrigger;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares scenarios A to F with the figures of an earlier, independent model in another language. The figures have
 * hours with one decimal place and waits in whole seconds. Only this rounding is tolerated.
 */
class PublishedFiguresTest {

    @ParameterizedTest
    @CsvSource({
        "A, SLUICE_TOLERANT,    40,  25.2, 20.0, 180, 180, 0",
        "B, SLUICE_TOLERANT,    45,  64.1, 57.0, 285, 2580, 0",
        "B, SLUICE,             46,  64.4, 57.0, 180, 180, 0",
        "B, SLUICE_COMPENSATED, 50,  65.3, 57.0, 142, 180, 0",
        "C, SLUICE_TOLERANT,     8,   5.0,  4.0, 180, 180, 0",
        "D, SLUICE_TOLERANT,     3,   6.4,  6.0, 180, 180, 0",
        "F, SLUICE_TOLERANT,    32,  36.1, 32.0, 180, 180, 0",
    })
    void desiredNumber(
            String scenario, Signal signal, int peak, double hours, double useful, double mean, long max, int never) {
        Outcome outcome = Simulation.of(named(scenario), signal).outcome();

        hold(outcome, peak, hours, useful, never);
        assertThat(outcome.waits().mean()).isCloseTo(mean, within(0.5));
        assertThat(outcome.waits().longest()).isEqualTo(max);
        assertThat(outcome.busyDrained()).isZero();
    }

    /**
     * The wait of the scenario is the wait of the single additional job. The 100 jobs that run from the start do not
     * wait.
     */
    @ParameterizedTest
    @CsvSource({
        "SLUICE_TOLERANT,    100, 400.0, 0,   1",
        "SLUICE,             108, 405.0, 180, 0",
        "SLUICE_COMPENSATED, 111, 438.5, 180, 0",
    })
    void desiredNumberOnTopOfAHundred(Signal signal, int peak, double hours, long max, int never) {
        Outcome outcome = Simulation.of(named("E"), signal).outcome();

        assertThat(outcome.peakNodes()).isEqualTo(peak);
        assertThat(outcome.nodeHours()).isCloseTo(hours, within(0.051));
        assertThat(outcome.waits().longest()).isEqualTo(max);
        assertThat(outcome.neverStarted()).isEqualTo(never);
        assertThat(outcome.starved()).isEqualTo(never);
        assertThat(outcome.busyDrained()).isZero();
    }

    /**
     * In the earlier model, KEDA's HPA had the default values of an HPA with a {@code behavior}. In fact, KEDA creates
     * an HPA without a {@code behavior}.
     */
    @ParameterizedTest
    @CsvSource({
        "A, 100, 27.7, 20.0, 520,   570, 40,  0, 0",
        "B, 100, 66.4, 56.8, 942,  4800, 55, 41, 0",
        "C,   1,  2.0,  0.0,   0,     0,  0,  0, 1",
        "D,   1,  4.0,  4.0, 3780, 7380,  0,  0, 1",
        "F,   1,  4.0,  0.0,   0,     0,  0,  0, 4",
    })
    void pendingJobsTrigger(
            String scenario,
            int peak,
            double hours,
            double useful,
            double mean,
            long max,
            int busyDrained,
            int undrained,
            int never) {
        HpaSpec.Behavior defaults = new HpaSpec.Behavior(ScalingRules.defaultUp(), ScalingRules.defaultDown());

        Scenario played = named(scenario);
        Outcome outcome = Simulation.play(
                        played,
                        Signal.scaled(
                                played,
                                played.sets(),
                                (slurm, sets) -> new PendingJobsTrigger(
                                        slurm,
                                        sets,
                                        spec -> new HpaSpec(
                                                Math.max(1, spec.min()), spec.max(), Optional.of(defaults)))))
                .outcome();

        hold(outcome, peak, hours, useful, never);
        assertThat(outcome.waits().mean()).isCloseTo(mean, within(0.5));
        assertThat(outcome.waits().longest()).isEqualTo(max);
        assertThat(outcome.busyDrained()).isEqualTo(busyDrained);
        if (undrained > 0) {
            assertThat(outcome.undrained()).isEqualTo(undrained);
        }
    }

    private static void hold(Outcome outcome, int peak, double hours, double useful, int never) {
        assertThat(outcome.peakNodes()).isEqualTo(peak);
        assertThat(outcome.nodeHours()).isCloseTo(hours, within(0.051));
        assertThat(outcome.usefulHours()).isCloseTo(useful, within(0.051));
        assertThat(outcome.neverStarted()).isEqualTo(never);
    }

    private static Scenario named(String name) {
        return PublishedScenarios.all().stream()
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
