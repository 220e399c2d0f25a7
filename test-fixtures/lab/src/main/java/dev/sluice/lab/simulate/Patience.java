package dev.sluice.lab.simulate;

import dev.sluice.lab.simulate.slurm.JobSpec;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import dev.sluice.lab.simulate.slurm.Slurm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts starved jobs. A job is starved if the job waits more than ten times as long as in a run with all nodes, or if
 * the job starts only in a run with all nodes. The reference wait is at least the start delay of a node, because a job
 * avoids the start delay only if a node is idle.
 */
final class Patience {

    private static final long TIMES = 10;

    private final long startDelay;
    private final Map<JobSpec, List<Long>> waits;
    private final Map<JobSpec, Integer> neverStarted;
    private final Simulation.Run best;

    /** Runs the scenario once with all nodes, as the reference. */
    Patience(Scenario scenario) {
        this.best = Simulation.play(scenario, Signal.STATIC_MAXIMUM.cluster(scenario));
        this.startDelay = scenario.sets().stream()
                .mapToLong(NodeSetSpec::startDelay)
                .min()
                .orElse(0);
        this.waits = byJob(best.starts());
        this.neverStarted = best.neverStarted();
    }

    /** Returns the run with all nodes. */
    Simulation.Run best() {
        return best;
    }

    /** Returns the run with its number of starved jobs and array tasks. */
    Simulation.Run judged(Simulation.Run run) {
        return run.withStarved(starved(run));
    }

    private int starved(Simulation.Run run) {
        int starved = 0;
        for (Map.Entry<JobSpec, List<Long>> job : byJob(run.starts()).entrySet()) {
            List<Long> best = waits.getOrDefault(job.getKey(), List.of());
            // The tasks of an array are equal, so the tasks are compared in the order of their starts.
            for (int i = 0; i < Math.min(best.size(), job.getValue().size()); i++) {
                long longest = TIMES * Math.max(startDelay, best.get(i));
                starved += job.getValue().get(i) > longest ? 1 : 0;
            }
        }
        for (Map.Entry<JobSpec, Integer> job : run.neverStarted().entrySet()) {
            starved += Math.max(0, job.getValue() - neverStarted.getOrDefault(job.getKey(), 0));
        }
        return starved;
    }

    private static Map<JobSpec, List<Long>> byJob(List<Slurm.Start> starts) {
        Map<JobSpec, List<Long>> byJob = new HashMap<>();
        starts.forEach(start ->
                byJob.computeIfAbsent(start.job(), unused -> new ArrayList<>()).add(start.waited()));
        return byJob;
    }
}
