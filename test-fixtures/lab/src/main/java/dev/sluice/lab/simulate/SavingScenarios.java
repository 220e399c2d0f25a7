package dev.sluice.lab.simulate;

import static dev.sluice.lab.simulate.PublishedScenarios.HOUR;
import static dev.sluice.lab.simulate.PublishedScenarios.MINUTE;

import dev.sluice.lab.simulate.slurm.JobSpec;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import dev.sluice.lab.simulate.slurm.NodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Scenarios in which jobs are shorter than the start of a node, and scenarios in which running jobs end before a new
 * node is ready.
 */
final class SavingScenarios {

    private SavingScenarios() {}

    static List<Scenario> all() {
        return List.of(flashCrowd(), slowCloud());
    }

    private static Scenario flashCrowd() {
        return PublishedScenarios.plain(
                "flash-crowd",
                "300 one-node jobs of 1 min at once, three times, 1 h apart",
                0,
                400,
                crowds(),
                4 * HOUR,
                Scenario.usualAnd(Signal.SLUICE_DRAIN_TARGET, Signal.SLUICE_DRAIN_TARGET_SHORT_WINDOW));
    }

    private static List<JobSpec> crowds() {
        List<JobSpec> jobs = new ArrayList<>();
        for (int i = 0; i < 900; i++) {
            jobs.add(JobSpec.whole(i + 1L, 10 * MINUTE + HOUR * (i / 300), 1, MINUTE));
        }
        return jobs;
    }

    private static Scenario slowCloud() {
        NodeSetSpec set = new NodeSetSpec(NodeType.plain("batch"), 0, 0, 50, 12 * MINUTE);
        return new Scenario(
                "slow-cloud",
                "jobs of 5 to 61 min for one to four nodes that take 12 min to start",
                List.of(set),
                stream(),
                24 * HOUR,
                Scenario.Trouble.NONE,
                Scenario.USUAL);
    }

    /**
     * Returns jobs for 20 h, with a new job about every 3 min. Each job uses between a fifth and four fifths of its
     * time limit.
     */
    private static List<JobSpec> stream() {
        List<JobSpec> jobs = new ArrayList<>();
        Random random = new Random(12);
        long at = 0;
        while (at < 20 * HOUR) {
            long runtime = MINUTE * (5 + 8L * random.nextInt(8));
            int nodes = random.nextInt(8) == 0 ? 4 : 1;
            long limit = runtime * (5 + 5L * random.nextInt(4)) / 4;
            jobs.add(JobSpec.whole(jobs.size() + 1L, at, nodes, runtime).withLimit(limit));
            at += 15L * random.nextInt(25);
        }
        return jobs;
    }
}
