package dev.sluice.exporter.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the guarantees of Sluice's signal in every scenario, and waits calculated by hand. */
class SimulationTest {

    static List<Scenario> scenarios() {
        return SimulateMain.scenarios();
    }

    static List<Scenario> publishedScenarios() {
        return PublishedScenarios.all();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void noBusyNodeIsDrainedAndEveryJobStartsThatCan(Scenario scenario) {
        Simulation.Run run = Simulation.of(scenario, Signal.SLUICE);
        Simulation.Run all = Simulation.of(scenario, Signal.STATIC_MAXIMUM);

        assertThat(run.outcome().busyDrained()).isZero();
        assertThat(run.outcome().undrained()).isZero();
        assertThat(run.neverStarted()).isEqualTo(all.neverStarted());
        assertThat(run.outcome().waits().started()).isPositive();
    }

    /** In "wide", small jobs wait behind an aged job. */
    static List<Scenario> scenariosWithoutKeptNodes() {
        return scenarios().stream()
                .filter(scenario -> !scenario.name().equals("wide"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("scenariosWithoutKeptNodes")
    void noJobWaitsTenTimesAsLongAsWithAllNodes(Scenario scenario) {
        assertThat(Simulation.of(scenario, Signal.SLUICE).outcome().starved()).isZero();
    }

    /** The rest of the difference is the scale-down window, which is unnecessary if the future is known. */
    @ParameterizedTest
    @MethodSource("publishedScenarios")
    void nodeHoursAreWithinATenthOfTheOracleAndAWindowForEachNode(Scenario scenario) {
        Patience patience = new Patience(scenario);
        Outcome outcome = Simulation.of(scenario, Signal.SLUICE).outcome();

        double fewest =
                new Oracle(scenario, patience.best()).atEqualWait(outcome).nodeHours();

        double windows = outcome.peakNodes() * 300 / 3_600.0;
        assertThat(outcome.nodeHours()).isBetween(fewest, 1.1 * fewest + windows);
    }

    @ParameterizedTest
    @CsvSource({
        // Ten rounds of 20 tasks with 1200 s, the first after a start: 180 to 180 + 9 * 1200 s; the mean is in the
        // middle.
        "array,      10980, 5580",
        // Half wait for a start, the other half for slurmrestd and a start: 2400 + 180 - 900 = 1680 s.
        "outage,      1680,  930",
        // All twenty first start after a node start; the restarts of three do not count as waits.
        "failures,     180,  180",
        // Ten start immediately; they end after 3 h, and four more nodes must start: 10800 + 180 - 600 = 10380; / 11.
        "headroom,   10380,  944",
        // Five times a start, and one that begins after 2 h, when no node is left: (5 * 180 + 7380) / 6.
        "impossible,  7380, 1380",
    })
    void waitsAreThoseWorkedByHand(String name, long longest, double mean) {
        Waits waits = Simulation.of(named(name), Signal.SLUICE).outcome().waits();

        assertThat(waits.longest()).isEqualTo(longest);
        assertThat(waits.mean()).isCloseTo(mean, within(0.5));
    }

    @Test
    void anImpossibleJobBuysNothing() {
        Outcome outcome = Simulation.of(named("impossible"), Signal.SLUICE).outcome();

        // 100 nodes of 16, held, behind the held one, a GPU, 128 CPUs of 96, a feature.
        assertThat(outcome.neverStarted()).isEqualTo(6);
        // Three pairs run when the fourth arrives; its nodes are requested before the first pair is free.
        assertThat(outcome.peakNodes()).isEqualTo(8);
    }

    @Test
    void anArrayBuysNoMoreNodesThanTasksMayRun() {
        assertThat(Simulation.of(named("array"), Signal.SLUICE).outcome().peakNodes())
                .isEqualTo(20);
    }

    @Test
    void failedNodesAreReplacedWhileTheirJobsWait() {
        assertThat(Simulation.of(named("failures"), Signal.SLUICE).outcome().peakNodes())
                .isEqualTo(23);
    }

    @Test
    void reservedRoomIsPaidForUntilRunningJobsEnd() {
        Outcome outcome =
                Simulation.of(named("headroom"), Signal.SLUICE_RESERVE).outcome();

        // 70 nodes from 10 min on, so the job starts when the ten end; without a start: 10800 - 600.
        assertThat(outcome.peakNodes()).isEqualTo(70);
        assertThat(outcome.waits().longest()).isEqualTo(10_200);
        assertThat(outcome.starved()).isZero();
        assertThat(outcome.busyDrained()).isZero();
    }

    @Test
    void aWideJobThatSmallOnesOvertakeWaitsForTheAgingTimeLonger() {
        Outcome outcome = Simulation.of(named("wide"), Signal.SLUICE).outcome();
        Outcome reserve = Simulation.of(named("wide"), Signal.SLUICE_RESERVE).outcome();
        Outcome never =
                Simulation.of(named("wide"), Signal.SLUICE_WITHOUT_AGING).outcome();

        assertThat(outcome.waits().longest())
                .isLessThanOrEqualTo((long) (1.3 * reserve.waits().longest()));
        assertThat(outcome.waits().longest())
                .isLessThanOrEqualTo(reserve.waits().longest() + 3_600);
        // All of them do the same work.
        assertThat(never.neverStarted()).isZero();
        assertThat(outcome.usefulHours()).isEqualTo(never.usefulHours());
        assertThat(outcome.nodeHours()).isLessThanOrEqualTo(1.1 * never.nodeHours());
        // Otherwise, the first wide job starts only after the small ones end, after 72 h.
        assertThat(never.waits().longest()).isGreaterThan(70 * 3_600);
    }

    @Test
    void aDrainTargetGivesShortJobsFewerNodesOnceTheirRunTimesAreLearned() {
        Outcome all = Simulation.of(named("flash-crowd"), Signal.SLUICE).outcome();
        Outcome outcome =
                Simulation.of(named("flash-crowd"), Signal.SLUICE_DRAIN_TARGET).outcome();

        // 300 jobs with a limit of 120 s: two per node, and one node for the first in the queue while 150 are busy.
        assertThat(outcome.peakNodes()).isEqualTo(151);
        // 60 s each: the last of five on a node waits for four of them and a start.
        assertThat(outcome.waits().longest()).isEqualTo(180 + 4 * 60);
        assertThat(outcome.usefulHours()).isEqualTo(all.usefulHours());
        assertThat(outcome.nodeHours()).isLessThan(0.4 * all.nodeHours());
        assertThat(outcome.busyDrained()).isZero();
    }

    @Test
    void waitingForExpectedEndsSavesNodesAndCostsWait() {
        Outcome all = Simulation.of(named("slow-cloud"), Signal.SLUICE).outcome();
        Outcome outcome =
                Simulation.of(named("slow-cloud"), Signal.SLUICE_EXPECTED_ENDS).outcome();

        assertThat(outcome.usefulHours()).isEqualTo(all.usefulHours());
        assertThat(outcome.nodeHours()).isLessThan(0.95 * all.nodeHours());
        assertThat(outcome.unusedPods()).isLessThan(all.unusedPods() / 10);
        assertThat(outcome.waits().mean())
                .isBetween(all.waits().mean(), 1.45 * all.waits().mean());
        assertThat(outcome.starved()).isZero();
        assertThat(outcome.busyDrained()).isZero();
    }

    @Test
    void theSameRunComesOutTheSame() {
        Scenario scenario = named("gpu-types");

        assertThat(Simulation.of(scenario, Signal.SLUICE)).isEqualTo(Simulation.of(scenario, Signal.SLUICE));
        assertThat(ResultTable.of(List.of(scenario), List.of()).text())
                .isEqualTo(ResultTable.of(List.of(scenario), List.of()).text());
    }

    private static Scenario named(String name) {
        return scenarios().stream()
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
