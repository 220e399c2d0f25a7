package dev.sluice.lab.simulate;

import dev.sluice.lab.simulate.Signal.SimulatedCluster;
import dev.sluice.lab.simulate.nodes.Provisioning;
import dev.sluice.lab.simulate.slurm.Execution;
import dev.sluice.lab.simulate.slurm.JobSpec;
import dev.sluice.lab.simulate.slurm.Slurm;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs one scenario under one signal, in steps of 5 seconds. */
final class Simulation {

    /** Interval of slurmctld's scheduling passes and of the operator's syncs, in seconds. */
    static final long STEP = 5;

    private static final double STEPS_PER_HOUR = 3600.0 / STEP;

    private final Scenario scenario;
    private final Slurm slurm;
    private final Provisioning nodes;
    private final Map<Long, List<Scenario.Failure>> failing;
    private final Map<Long, List<Scenario.Failure>> recovering;
    private int submitted;
    private int peakNodes;
    private long nodeSteps;
    private double cost;
    private long usefulSteps;

    /**
     * The result of a simulation.
     *
     * @param outcome summary
     * @param executions executions of jobs and array tasks
     * @param starts first starts of jobs and array tasks, in order
     * @param neverStarted number of jobs and array tasks that never started, by job specification
     */
    record Run(
            Outcome outcome, List<Execution> executions, List<Slurm.Start> starts, Map<JobSpec, Integer> neverStarted) {

        /** Returns a copy with the given number of starved jobs. */
        Run withStarved(int jobs) {
            return new Run(outcome.withStarved(jobs), executions, starts, neverStarted);
        }
    }

    private Simulation(Scenario scenario, SimulatedCluster cluster) {
        this.scenario = scenario;
        this.slurm = cluster.slurm();
        this.nodes = cluster.nodes();
        List<Scenario.Failure> failures = scenario.trouble().failures();
        this.failing = failures.stream().collect(Collectors.groupingBy(failure -> step(failure.from())));
        this.recovering = failures.stream().collect(Collectors.groupingBy(failure -> step(failure.to())));
    }

    private static long step(double time) {
        return STEP * (long) Math.ceil(time / STEP);
    }

    static Run of(Scenario scenario, Signal signal) {
        return new Patience(scenario).judged(play(scenario, signal.cluster(scenario)));
    }

    /** Runs a scenario without counting starved jobs. */
    static Run play(Scenario scenario, SimulatedCluster cluster) {
        return new Simulation(scenario, cluster).run();
    }

    private Run run() {
        for (long now = 0; now < scenario.horizon(); now += STEP) {
            play(now);
        }
        slurm.close(scenario.horizon());
        return new Run(outcome(), List.copyOf(slurm.executions()), List.copyOf(slurm.starts()), slurm.neverStarted());
    }

    private void play(long now) {
        slurm.finish(now);
        failAndRepair(now);
        nodes.start(now);
        List<JobSpec> jobs = scenario.jobs();
        for (; submitted < jobs.size() && jobs.get(submitted).submitAt() <= now; submitted++) {
            slurm.submit(jobs.get(submitted));
        }
        slurm.schedule(now);
        nodes.sync(now, scenario.trouble().readableAt(now));
        usefulSteps += nodes.busyNodes();
        nodeSteps += nodes.nodes();
        cost += nodes.price() / STEPS_PER_HOUR;
        peakNodes = Math.max(peakNodes, nodes.nodes());
    }

    private void failAndRepair(long now) {
        failing.getOrDefault(now, List.of()).forEach(failure -> nodes.fail(failure.set(), failure.ordinal(), now));
        recovering.getOrDefault(now, List.of()).forEach(failure -> nodes.repair(failure.set(), failure.ordinal()));
    }

    private Outcome outcome() {
        return new Outcome(
                peakNodes,
                nodeSteps / STEPS_PER_HOUR,
                cost,
                usefulSteps / STEPS_PER_HOUR,
                Waits.of(slurm.starts().stream().map(Slurm.Start::waited).toList()),
                nodes.busyDrained(),
                nodes.undrained(),
                nodes.unusedPods(),
                slurm.neverStarted().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum(),
                0);
    }
}
