package dev.sluice.lab.simulate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A scenario under all signals. Counts starved jobs: a job is starved if the job waits more than ten times as long as in
 * a run with all nodes, or if the job starts only in a run with all nodes. The reference wait is at least the start
 * delay of a node, because a job avoids the start delay only if a node is idle.
 */
final class Comparison {

    /** The name of the bound in tables: a plan of {@link Oracle}. */
    static final String ORACLE = "oracle";

    private static final long STARVED = 10;

    private final Scenario scenario;
    private final Simulation.Run best;
    private final Map<String, Outcome> outcomes = new LinkedHashMap<>();

    /** Runs a scenario once with all nodes, as the reference. */
    Comparison(Scenario scenario) {
        this.scenario = scenario;
        this.best = Simulation.run(scenario, Signal.STATIC_MAXIMUM);
    }

    /** Compares all signals, the oracle, and other settings of Sluice. */
    static Comparison of(Scenario scenario, List<Signal> more) {
        Comparison comparison = new Comparison(scenario);
        List<Signal> signals = new ArrayList<>(Signal.ALL);
        signals.addAll(more);
        signals.forEach(signal -> comparison.outcomes.put(signal.label(), comparison.outcome(signal)));
        Outcome bound = new Oracle(scenario, comparison.best).atEqualWait(comparison.of(Signal.SLUICE));
        comparison.outcomes.put(ORACLE, bound);
        return comparison;
    }

    Scenario scenario() {
        return scenario;
    }

    /** Returns the run with all nodes. */
    Simulation.Run best() {
        return best;
    }

    /** Returns the outcomes by label, in the order of the table. */
    Map<String, Outcome> outcomes() {
        return outcomes;
    }

    Outcome of(Signal signal) {
        return outcomes.getOrDefault(signal.label(), best.outcome());
    }

    /** Runs the scenario under a signal, with the number of starved jobs. */
    Outcome outcome(Signal signal) {
        if (signal.equals(Signal.STATIC_MAXIMUM)) {
            return best.outcome();
        }
        Simulation.Run run = Simulation.run(scenario, signal);
        return run.outcome().withStarved(starved(run));
    }

    int starved(Simulation.Run run) {
        long startDelay = scenario.sets().stream()
                .mapToLong(NodeSetSpec::startDelay)
                .min()
                .orElse(0);
        Map<Submission, List<Long>> shortest = waits(best.starts());
        int starved = 0;
        for (Map.Entry<Submission, List<Long>> job : waits(run.starts()).entrySet()) {
            List<Long> reference = shortest.getOrDefault(job.getKey(), List.of());
            // Equal jobs, such as the tasks of an array, are compared in the order of their starts.
            for (int i = 0; i < Math.min(reference.size(), job.getValue().size()); i++) {
                starved += job.getValue().get(i) > STARVED * Math.max(startDelay, reference.get(i)) ? 1 : 0;
            }
        }
        for (Map.Entry<Submission, Integer> job : run.neverStarted().entrySet()) {
            starved += Math.max(0, job.getValue() - best.neverStarted().getOrDefault(job.getKey(), 0));
        }
        return starved;
    }

    private static Map<Submission, List<Long>> waits(List<Slurm.Start> starts) {
        Map<Submission, List<Long>> waits = new HashMap<>();
        starts.forEach(start ->
                waits.computeIfAbsent(start.job(), unused -> new ArrayList<>()).add(start.waited()));
        return waits;
    }
}
