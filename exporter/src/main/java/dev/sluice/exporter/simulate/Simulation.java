package dev.sluice.exporter.simulate;

import dev.sluice.exporter.simulate.kubernetes.SimulatedNodeSet;
import dev.sluice.exporter.simulate.signal.Autoscaler;
import dev.sluice.exporter.simulate.slurm.Execution;
import dev.sluice.exporter.simulate.slurm.JobSpec;
import dev.sluice.exporter.simulate.slurm.Slurm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** One scenario under one signal, in steps of 15 seconds. */
public final class Simulation {

    /** The time between two reconciliations of an HPA, and between two polls. */
    static final long STEP = 15;

    private static final long SCHEDULING_CYCLE = 30;
    private static final double STEPS_PER_HOUR = 3600.0 / STEP;

    private final Scenario scenario;
    private final String signal;
    private final Slurm slurm;
    private final List<SimulatedNodeSet> sets = new ArrayList<>();
    private final Autoscaler autoscaler;
    private int submitted;
    private int peakNodes;
    private long nodeSteps;
    private long usefulSteps;

    /**
     * What came of it, and what ran when.
     *
     * @param outcome what came of it
     * @param executions what ran
     */
    public record Run(Outcome outcome, List<Execution> executions) {}

    private Simulation(
            Scenario scenario, String signal, BiFunction<Slurm, List<SimulatedNodeSet>, Autoscaler> autoscaler) {
        this.scenario = scenario;
        this.signal = signal;
        this.slurm = new Slurm(scenario.sets(), scenario.trouble().reservations());
        scenario.sets().forEach(set -> sets.add(new SimulatedNodeSet(set, slurm)));
        this.autoscaler = autoscaler.apply(slurm, List.copyOf(sets));
    }

    public static Run of(Scenario scenario, Signal signal) {
        return of(scenario, signal.label(), signal::on);
    }

    /** The same for a signal that is none of the usual ones. */
    static Run of(Scenario scenario, String signal, BiFunction<Slurm, List<SimulatedNodeSet>, Autoscaler> autoscaler) {
        return new Simulation(scenario, signal, autoscaler).run();
    }

    private Run run() {
        for (long now = 0; now < scenario.horizon(); now += STEP) {
            step(now);
        }
        slurm.close(scenario.horizon());
        return new Run(outcome(), List.copyOf(slurm.executions()));
    }

    private void step(long now) {
        slurm.finish(now);
        failAndRepair(now);
        for (SimulatedNodeSet set : sets) {
            set.start(now);
        }
        List<JobSpec> jobs = scenario.jobs();
        for (; submitted < jobs.size() && jobs.get(submitted).submitAt() <= now; submitted++) {
            slurm.submit(jobs.get(submitted));
        }
        if (now % SCHEDULING_CYCLE == 0) {
            slurm.schedule(now);
        }
        boolean readable = scenario.trouble().readableAt(now);
        autoscaler.sync(now, readable);
        int nodes = 0;
        for (SimulatedNodeSet set : sets) {
            set.sync(now, readable);
            nodes += set.scale().status();
            usefulSteps += set.busyNodes();
        }
        nodeSteps += nodes;
        peakNodes = Math.max(peakNodes, nodes);
    }

    private void failAndRepair(long now) {
        for (Scenario.Failure failure : scenario.trouble().failures()) {
            if (failure.from() <= now && now < failure.from() + STEP) {
                sets.get(failure.set()).fail(failure.ordinal(), now);
            }
            if (failure.to() <= now && now < failure.to() + STEP) {
                sets.get(failure.set()).repair(failure.ordinal());
            }
        }
    }

    private Outcome outcome() {
        Map<JobSpec, Integer> never = slurm.neverStarted();
        int starved = 0;
        int all = 0;
        for (Map.Entry<JobSpec, Integer> job : never.entrySet()) {
            all += job.getValue();
            starved += scenario.canRun(job.getKey()) ? job.getValue() : 0;
        }
        return new Outcome(
                signal,
                peakNodes,
                nodeSteps / STEPS_PER_HOUR,
                usefulSteps / STEPS_PER_HOUR,
                Waits.of(slurm.waits()),
                sets.stream().mapToInt(SimulatedNodeSet::busyDrained).sum(),
                sets.stream().mapToInt(SimulatedNodeSet::undrained).sum(),
                all,
                starved);
    }
}
