package dev.sluice.lab.simulate;

import dev.sluice.lab.simulate.Outcome.Waits;
import dev.sluice.lab.simulate.Scenario.Failure;
import java.util.List;
import java.util.Map;

/** Runs one scenario under one signal, in steps of 5 seconds. */
final class Simulation {

    /** Interval of slurmctld's scheduling passes and of the operator's syncs, in seconds. */
    private static final long STEP = 5;

    private static final double STEPS_PER_HOUR = 3600.0 / STEP;

    private final Scenario scenario;
    private final List<NodeSetSpec> sets;
    private final Slurm slurm;
    private final Provisioning nodes;
    private int submitted;
    private int peakNodes;
    private long nodeSteps;
    private double cost;

    /**
     * The result of a simulation.
     *
     * @param spans times in which jobs ran, by node
     * @param starts first starts of jobs and array tasks, in order
     * @param neverStarted number of jobs and array tasks that never started, by submission
     */
    record Run(
            Outcome outcome,
            Map<String, List<Slurm.Span>> spans,
            List<Slurm.Start> starts,
            Map<Submission, Integer> neverStarted) {}

    private Simulation(Scenario scenario, Signal signal) {
        this.scenario = scenario;
        this.sets = signal.sets().apply(scenario);
        this.slurm = new Slurm(sets, scenario.trouble().reservations(), signal.cloud());
        this.nodes = signal.nodes().apply(slurm, sets);
    }

    static Run run(Scenario scenario, Signal signal) {
        return new Simulation(scenario, signal).run();
    }

    private Run run() {
        for (long now = 0; now < scenario.horizon(); now += STEP) {
            step(now);
        }
        slurm.close(scenario.horizon());
        return new Run(outcome(), slurm.spans(), List.copyOf(slurm.starts()), slurm.neverStarted());
    }

    private void step(long now) {
        slurm.finish(now);
        for (Failure failure : scenario.trouble().failures()) {
            if (failure.from() == now) {
                nodes.fail(failure.ordinal(), now);
            } else if (failure.to() == now) {
                nodes.repair(failure.ordinal());
            }
        }
        nodes.start(now);
        List<Submission> jobs = scenario.jobs();
        for (; submitted < jobs.size() && jobs.get(submitted).at() <= now; submitted++) {
            slurm.submit(jobs.get(submitted));
        }
        slurm.schedule(now);
        nodes.sync(now, scenario.trouble().readableAt(now));
        List<Integer> counts = nodes.nodes();
        for (int i = 0; i < counts.size(); i++) {
            cost += counts.get(i) * sets.get(i).price() / STEPS_PER_HOUR;
        }
        int all = counts.stream().mapToInt(Integer::intValue).sum();
        nodeSteps += all;
        peakNodes = Math.max(peakNodes, all);
    }

    private Outcome outcome() {
        return new Outcome(
                peakNodes,
                nodeSteps / STEPS_PER_HOUR,
                cost,
                Waits.of(slurm.starts().stream().map(Slurm.Start::waited).toList()),
                nodes.busyDrained(),
                slurm.neverStarted().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum(),
                0);
    }
}
