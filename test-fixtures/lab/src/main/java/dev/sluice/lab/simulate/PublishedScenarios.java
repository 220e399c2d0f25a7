package dev.sluice.lab.simulate;

import dev.sluice.lab.simulate.slurm.JobSpec;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import dev.sluice.lab.simulate.slurm.NodeType;
import java.util.ArrayList;
import java.util.List;

/**
 * Simple scenarios in which jobs use whole nodes. Each scenario shows one effect, and its results can be checked by
 * hand.
 */
final class PublishedScenarios {

    static final long MINUTE = 60;
    static final long HOUR = 3_600;
    static final long START_DELAY = 180;

    private static final List<Signal> TOLERANCES = Scenario.usualAnd(Signal.SLUICE_TOLERANT, Signal.SLUICE_COMPENSATED);

    private PublishedScenarios() {}

    static List<Scenario> all() {
        return List.of(
                plain("A", "40 one-node jobs of 30 min", 0, 100, many(40, 1, 30 * MINUTE), 2 * HOUR, Scenario.USUAL),
                plain("B", "40 one-node jobs of 1 h, then one every 10 min", 0, 100, trickle(), 5 * HOUR, TOLERANCES),
                plain("C", "one 8-node job of 30 min", 0, 16, many(1, 8, 30 * MINUTE), 2 * HOUR, Scenario.USUAL),
                plain("D", "three one-node jobs of 2 h", 0, 16, many(3, 1, 2 * HOUR), 4 * HOUR, Scenario.USUAL),
                plain("E", "100 nodes busy, then one 8-node job", 100, 120, onTop(), 4 * HOUR, TOLERANCES),
                plain("F", "four 8-node jobs of 1 h", 0, 100, many(4, 8, HOUR), 4 * HOUR, Scenario.USUAL));
    }

    static Scenario plain(
            String name, String title, int initial, int max, List<JobSpec> jobs, long horizon, List<Signal> signals) {
        NodeSetSpec set = new NodeSetSpec(NodeType.plain("batch"), initial, 0, max, START_DELAY);
        return new Scenario(name, title, List.of(set), jobs, horizon, Scenario.Trouble.NONE, signals);
    }

    /** Returns equal jobs. All jobs are submitted at the start of the scenario. */
    static List<JobSpec> many(int count, int nodes, long runtime) {
        List<JobSpec> jobs = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            jobs.add(JobSpec.whole(id, 0, nodes, runtime));
        }
        return jobs;
    }

    private static List<JobSpec> trickle() {
        List<JobSpec> jobs = many(40, 1, HOUR);
        for (long i = 1; i <= 17; i++) {
            jobs.add(JobSpec.whole(40 + i, i * 10 * MINUTE, 1, HOUR));
        }
        return jobs;
    }

    private static List<JobSpec> onTop() {
        List<JobSpec> jobs = many(100, 1, 5 * HOUR);
        jobs.add(JobSpec.whole(101, 30 * MINUTE, 8, 30 * MINUTE));
        return jobs;
    }
}
