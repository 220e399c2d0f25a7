package dev.sluice.exporter.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the guarantees of Sluice's signal in every scenario, and waits calculated by hand. */
class SimulationTest {

    /** Several tests look at the same run. */
    private static final Map<Setup, Simulation.Run> RUNS = new ConcurrentHashMap<>();

    private record Setup(Scenario scenario, Signal signal) {}

    static List<Scenario> scenarios() {
        return SimulateMain.scenarios();
    }

    static List<Scenario> publishedScenarios() {
        return PublishedScenarios.all();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void noBusyNodeIsDrainedAndEveryJobStartsThatCan(Scenario scenario) {
        Simulation.Run run = run(scenario, Signal.SLUICE);
        Simulation.Run all = run(scenario, Signal.STATIC_MAXIMUM);

        assertThat(run.outcome().busyDrained()).isZero();
        assertThat(run.outcome().undrained()).isZero();
        assertThat(run.neverStarted()).isEqualTo(all.neverStarted());
        assertThat(run.outcome().waits().started()).isPositive();
    }

    /** In the scenario "wide", small jobs wait behind an aged job. */
    static List<Scenario> scenariosWithoutKeptNodes() {
        return scenarios().stream()
                .filter(scenario -> !scenario.name().equals("wide"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("scenariosWithoutKeptNodes")
    void noJobWaitsTenTimesAsLongAsWithAllNodes(Scenario scenario) {
        assertThat(run(scenario, Signal.SLUICE).outcome().starved()).isZero();
    }

    /** The rest of the difference is the scale-down window. The oracle needs no window, because it knows the future. */
    @ParameterizedTest
    @MethodSource("publishedScenarios")
    void nodeHoursAreWithinATenthOfTheOracleAndAWindowForEachNode(Scenario scenario) {
        Patience patience = new Patience(scenario);
        Outcome outcome = run(scenario, Signal.SLUICE).outcome();

        double fewest =
                new Oracle(scenario, patience.best()).atEqualWait(outcome).nodeHours();

        double windows = outcome.peakNodes() * 300 / 3_600.0;
        assertThat(outcome.nodeHours()).isBetween(fewest, 1.1 * fewest + windows);
    }

    @ParameterizedTest
    @CsvSource({
        // There are ten rounds of 20 tasks with 1200 s each. The first round begins after a start. The waits are
        // therefore 180 s to 180 + 9 * 1200 s, and the mean is in the middle.
        "array,      10980, 5580",
        // Half of the jobs wait for a start. The other half wait for slurmrestd and a start: 2400 + 180 - 900 = 1680 s.
        "outage,      1680,  930",
        // All 20 jobs start for the first time after a node has started. The restarts of three jobs do not count as
        // waits.
        "failures,     180,  180",
        // Ten of the 11 jobs start immediately and end after 3 h. Then four more nodes must start, and the last job
        // waits 10800 + 180 - 600 = 10380 s. The mean wait is 10380 s / 11.
        "headroom,   10380,  944",
        // Five jobs wait for a start. One job begins after 2 h, when no node is left. The mean wait is (5 * 180 + 7380)
        // s / 6.
        "impossible,  7380, 1380",
    })
    void waitsAreThoseWorkedByHand(String name, long longest, double mean) {
        Waits waits = run(named(name), Signal.SLUICE).outcome().waits();

        assertThat(waits.longest()).isEqualTo(longest);
        assertThat(waits.mean()).isCloseTo(mean, within(0.5));
    }

    @Test
    void anImpossibleJobBuysNothing() {
        Outcome outcome = run(named("impossible"), Signal.SLUICE).outcome();

        // The six jobs are a job for 100 of 16 nodes, a held job, a job that depends on the held job, a job for a GPU,
        // a job for 128 CPUs on nodes with 96 CPUs, and a job for a missing feature.
        assertThat(outcome.neverStarted()).isEqualTo(6);
        // Three pairs run when the fourth pair arrives. The nodes for the fourth pair are requested before the first
        // pair ends.
        assertThat(outcome.peakNodes()).isEqualTo(8);
    }

    @Test
    void anArrayBuysNoMoreNodesThanTasksMayRun() {
        assertThat(run(named("array"), Signal.SLUICE).outcome().peakNodes()).isEqualTo(20);
    }

    @Test
    void failedNodesAreReplacedWhileTheirJobsWait() {
        assertThat(run(named("failures"), Signal.SLUICE).outcome().peakNodes()).isEqualTo(23);
    }

    @Test
    void aWideJobThatSmallOnesOvertakeWaitsForTheAgingTimeLonger() {
        Outcome outcome = run(named("wide"), Signal.SLUICE).outcome();
        Outcome never = run(named("wide"), Signal.SLUICE_WITHOUT_AGING).outcome();

        // A wide job waits for the aging time, and then for the end of small jobs.
        assertThat(outcome.waits().longest()).isLessThan(5 * 3_600);
        // All signals do the same work.
        assertThat(never.neverStarted()).isZero();
        assertThat(outcome.usefulHours()).isEqualTo(never.usefulHours());
        assertThat(outcome.nodeHours()).isLessThanOrEqualTo(1.1 * never.nodeHours());
        // Without aging, the first wide job starts only after the end of the small jobs, after 72 h.
        assertThat(never.waits().longest()).isGreaterThan(70 * 3_600);
    }

    @Test
    void aDrainTargetGivesShortJobsFewerNodesOnceTheirRunTimesAreLearned() {
        Outcome all = run(named("flash-crowd"), Signal.SLUICE).outcome();
        Outcome outcome = run(named("flash-crowd"), Signal.SLUICE_DRAIN_TARGET).outcome();

        // 300 jobs have a time limit of 120 s, so two jobs run on each node one after the other. While 150 nodes are
        // busy, one more node is for the first job in the queue.
        assertThat(outcome.peakNodes()).isEqualTo(151);
        // Each job takes 60 s. The last of five jobs on a node waits for four jobs and a start.
        assertThat(outcome.waits().longest()).isEqualTo(180 + 4 * 60);
        assertThat(outcome.usefulHours()).isEqualTo(all.usefulHours());
        assertThat(outcome.nodeHours()).isLessThan(0.4 * all.nodeHours());
        assertThat(outcome.busyDrained()).isZero();
    }

    @Test
    void theSameRunComesOutTheSame() {
        Scenario scenario = named("gpu-types");

        assertThat(Simulation.of(scenario, Signal.SLUICE)).isEqualTo(Simulation.of(scenario, Signal.SLUICE));
        assertThat(ResultTable.of(List.of(scenario), List.of()).text())
                .isEqualTo(ResultTable.of(List.of(scenario), List.of()).text());
    }

    private static Simulation.Run run(Scenario scenario, Signal signal) {
        return RUNS.computeIfAbsent(
                new Setup(scenario, signal), setup -> Simulation.of(setup.scenario(), setup.signal()));
    }

    private static Scenario named(String name) {
        return scenarios().stream()
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
