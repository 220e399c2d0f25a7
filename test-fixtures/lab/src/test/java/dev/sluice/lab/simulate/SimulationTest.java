package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.lab.simulate.Outcome.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the guarantees of Sluice's signal in every scenario, and waits calculated by hand. */
class SimulationTest {

    /** Several tests look at the same run. */
    private static final Map<String, Simulation.Run> RUNS = new ConcurrentHashMap<>();

    /** Seconds from a submission to the creation of the pods. */
    private static final long LAG = 20;

    static List<Scenario> scenarios() {
        return Scenarios.all();
    }

    /**
     * In the scenario "wide", small jobs wait behind an aged job. In the scenario "nightly-gangs", notebooks wait behind
     * gangs that fill the NodeSet; power saving starves three jobs there. In the scenario "outage", the operator retries
     * 475 s after the end of the outage.
     */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("scenarios")
    void startsEveryJobThatCanStartAndStarvesNone(Scenario scenario) {
        Simulation.Run run = run(scenario);
        Comparison comparison = new Comparison(scenario);
        assertThat(run.neverStarted()).isEqualTo(comparison.best().neverStarted());
        assertThat(run.outcome().waits().started()).isPositive();
        if (!Set.of("wide", "nightly-gangs", "outage").contains(scenario.name())) {
            assertThat(comparison.starved(run)).isZero();
        }
    }

    /** In the second round, the pods have the ordinals, and their nodes the records, of the first round. */
    @Test
    void aNodeThatStartsOnAnOrdinalOfAnEarlierNodeIsNotReplaced() {
        List<Submission> jobs = new ArrayList<>();
        for (long round = 0; round < 2; round++) {
            for (int i = 0; i < 20; i++) {
                jobs.add(Submission.whole(3_600 * round, 1, 1_200));
            }
        }
        Outcome outcome =
                run(Scenarios.batch("twice", "20 jobs, twice", 0, 100, jobs, 2)).outcome();
        // All nodes stop between the rounds.
        assertThat(outcome.nodeHours()).isLessThan(2 * 20 * 0.6);
        assertThat(outcome.peakNodes()).isEqualTo(20);
        assertThat(outcome.waits().longest()).isEqualTo(LAG + 180);
    }

    /** The rest of the difference is the scale-down window. The oracle needs no window, because it knows the future. */
    @ParameterizedTest
    @CsvSource({"burst", "stream", "gang", "top-up"})
    void nodeHoursAreWithinATenthOfTheOracleAndAWindowForEachNode(String name) {
        Outcome outcome = run(named(name)).outcome();
        double fewest = new Oracle(named(name), new Comparison(named(name)).best())
                .atEqualWait(outcome)
                .nodeHours();
        double windows = outcome.peakNodes() * 300 / 3_600.0;
        assertThat(outcome.nodeHours()).isBetween(fewest, 1.1 * fewest + windows);
    }

    @ParameterizedTest
    @CsvSource({
        // A node is ready after the lag of 20 s and the start delay of 180 s: poll after 10 s, HPA and operator after
        // another 10 s.
        "burst,         200,  200",
        "gang,          200,  200",
        // There are ten rounds of 20 tasks with 1200 s each. The first round begins after a start. The waits are
        // therefore 200 s to 200 + 9 * 1200 s, and the mean is in the middle.
        "array,       11000, 5600",
        // Half of the jobs wait for a start. The operator retries 5, 10, 20 ... 640 and 1000 s after its failures from
        // 600 s on, so at 2875 s. The other half wait 2875 + 180 - 900 = 2155 s.
        "outage,       2155, 1177.5",
        // All 20 jobs start for the first time after a node has started. The restarts of three jobs do not count as
        // waits.
        "failures,      200,  200",
        // Ten of the 11 jobs start immediately and end after 3 h. Then four more nodes must start, and the last job
        // waits 10800 + 200 - 600 = 10400 s. The mean wait is 10400 s / 11.
        "headroom,    10400,  945.5",
        // Five jobs wait for a start. One job begins after 2 h, when no node is left. The mean wait is (5 * 200 + 7400)
        // s / 6.
        "impossible,   7400, 1400",
    })
    void waitsAreThoseWorkedByHand(String name, long longest, double mean) {
        Waits waits = run(named(name)).outcome().waits();
        assertThat(waits.longest()).isEqualTo(longest);
        assertThat(waits.mean()).isCloseTo(mean, within(0.5));
    }

    @Test
    void anImpossibleJobStartsNoNode() {
        Outcome outcome = run(named("impossible")).outcome();
        // The six jobs are a job for 100 of 16 nodes, a held job, a job that depends on the held job, a job for a GPU,
        // a job for 128 CPUs on nodes with 96 CPUs, and a job for a missing feature.
        assertThat(outcome.neverStarted()).isEqualTo(6);
        // Three pairs run when the fourth pair arrives. The nodes for the fourth pair are requested before the first
        // pair ends.
        assertThat(outcome.peakNodes()).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource({
        // At most 20 tasks run at the same time.
        "array,    20",
        // The three failed nodes are replaced while their jobs wait.
        "failures, 23",
    })
    void startsNoMoreNodesThanNecessary(String name, int nodes) {
        assertThat(run(named(name)).outcome().peakNodes()).isEqualTo(nodes);
    }

    @Tag("slow")
    @Test
    void aWideJobThatSmallOnesOvertakeWaitsForTheAgingTimeLonger() {
        Outcome outcome = run(named("wide")).outcome();
        Outcome never = outcome(named("wide"), Settings.whatIf("aging=0"));
        // A wide job waits for the aging time, and then for the end of small jobs.
        assertThat(outcome.waits().longest()).isLessThan(5 * 3_600);
        // All signals do the same work.
        assertThat(never.neverStarted()).isZero();
        assertThat(outcome.nodeHours()).isLessThanOrEqualTo(1.1 * never.nodeHours());
        // Without aging, the first wide job starts only after the end of the small jobs, after 24 h.
        assertThat(never.waits().longest()).isGreaterThan(21 * 3_600);
    }

    /** The second gang waits for a notebook and the first gang. Small jobs overtake the gang, but do not delay it. */
    @Test
    void noNodesAreHeldForAJobThatWaitsForJobsAhead() {
        Outcome saving = outcome(named("notebook"), Signal.POWER_SAVING);
        Outcome outcome = run(named("notebook")).outcome();
        assertThat(outcome.waits().longest()).isEqualTo(saving.waits().longest() + LAG);
        assertThat(outcome.nodeHours()).isLessThan(1.05 * saving.nodeHours());
    }

    /** All nodes are reserved from 24 h to 28 h, and a job of 2 d must wait for the end of the reservation. */
    @Test
    void aMaintenanceOfAllNodesStartsNoNodes() {
        List<Submission> jobs = List.of(Submission.whole(60, 1, 3_600, 2 * 86_400));
        Scenario scenario =
                Scenarios.batch("upkeep", "", 2, 8, jobs, 32).with(Scenarios.maintenance(24 * 3_600, 28 * 3_600));
        Outcome outcome = run(scenario).outcome();
        assertThat(outcome.neverStarted()).isZero();
        assertThat(outcome.peakNodes()).isEqualTo(2);
        assertThat(outcome.nodeHours()).isLessThan(3.5);
    }

    @Test
    void equalRunsHaveEqualResults() {
        Scenario scenario = named("gpu-types");
        assertThat(Simulation.run(scenario, Signal.SLUICE)).isEqualTo(Simulation.run(scenario, Signal.SLUICE));
    }

    @Test
    void thePercentileOfWaitsIsTheNearestRank() {
        List<Long> twenty = LongStream.rangeClosed(1, 20).boxed().toList();
        assertThat(Waits.of(twenty)).isEqualTo(new Waits(20, 10.5, 19, 20));
    }

    private static Outcome outcome(Scenario scenario, Signal signal) {
        return Simulation.run(scenario, signal).outcome();
    }

    private static Simulation.Run run(Scenario scenario) {
        return RUNS.computeIfAbsent(scenario.name(), unused -> Simulation.run(scenario, Signal.SLUICE));
    }

    private static Scenario named(String name) {
        return scenarios().stream()
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
